// Every check and test, one total: the last line is `N passed, N failed`. A runner that ran nothing has failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, nodeFlags, root, run } from './bootstrap.mjs';
import { findOrInstallChromium } from './chromium.mjs';
import { buildWebIfStale } from './web-bundle.mjs';

// The application's own settings must not lead a test to a real database or folder.
const applicationSettings = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'DATA_DIR',
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'ADMIN_PASSWORD',
  'DEMO_DATA',
  'PUBLIC_URL',
  'PLATFORM_HOME_URL',
  'COMPANY_TIME_ZONE',
  'MAP_PLACES_URL',
  'MAP_PLACES_KEY',
  'ENTERPRISE_URL',
  'ENTERPRISE_KEY',
  'OUTSIDE_PRIVATE_HOSTS',
];

const total = { passed: 0, failed: 0 };
const scratch = mkdtempSync(join(tmpdir(), 'jianye-test-'));
try {
  await runEverything();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);

async function runEverything() {
  const { node } = bootstrap();
  // what one process has compiled is there for the many that follow it
  const env = { ...process.env, JIANYE_TEST: '1', NODE_COMPILE_CACHE: join(scratch, 'compiled') };
  for (const name of applicationSettings) delete env[name];

  await step('checks', () => runChecks(node, env));
  await step('web bundle', () => buildWebIfStale(node));
  await step('unit and integration tests', () => runVitest(node, env, 'unit', []));
  await step('browser tests', async () => {
    const chromium = await findOrInstallChromium(node);
    await runVitest(node, { ...env, CHROMIUM_PATH: chromium }, 'browser', ['--config', 'e2e/vitest.config.ts']);
  });
}

async function step(name, work) {
  const before = { ...total };
  console.log(`\n=== ${name}`);
  try {
    await work();
  } catch (error) {
    fail(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  console.log(`--- ${name}: ${total.passed - before.passed} passed, ${total.failed - before.failed} failed`);
}

function fail(reason, count = 1) {
  console.error(reason);
  total.failed += count;
}

/** Counts what scripts/check.mjs says in its last line, `checks: N passed, N failed`. */
async function runChecks(node, env) {
  const child = spawn(node, [...nodeFlags, 'scripts/check.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output += text;
  });
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  const counted = /^checks: (\d+) passed, (\d+) failed$/.exec(line);
  if (!counted) return fail('The checks did not say how many they were.');
  add('checks', Number(counted[1]), Number(counted[2]), code);
}

async function runVitest(node, env, name, args) {
  const report = join(scratch, `${name}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(node, [...nodeFlags, vitest, 'run', ...reporters, ...args], { env });
  const result = readReport(report);
  if (!result) return fail(`The ${name} tests left no report (exit code ${code}).`);
  // A file that cannot be loaded counts no test, yet fails.
  const unloaded = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const file of unloaded) console.error(`not loaded: ${file.name}`);
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) console.log(`${skipped} skipped`);
  add(name, result.numPassedTests, result.numFailedTests + unloaded.length, code);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function add(name, passed, failed, code) {
  total.passed += passed;
  total.failed += failed;
  if (passed + failed === 0) fail(`The ${name} runner ran nothing.`);
  else if (failed === 0 && code !== 0)
    fail(`The ${name} runner ended with exit code ${code} although every test passed.`);
}
