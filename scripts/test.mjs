// Every check and test, one total: the last line is `N passed, N failed`. A runner that ran nothing has failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
/** What to say in front of the last line, where whoever sees only the end of the output finds it. */
const closing = [];
const scratch = mkdtempSync(join(tmpdir(), 'jianye-test-'));
try {
  await runEverything();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of closing) console.log(line);
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
    // two browsers and two products share the machine
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

function fail(reason) {
  closing.push(reason);
  total.failed += 1;
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

/**
 * Counts a runner's tests. Files in which something failed run once more, from the start: what fails twice is wrong. What
 * fails outside of tests is told, and is wrong where no test failed, or when the files run once more.
 */
async function runVitest(node, env, name, args) {
  const first = await reportOf(node, env, name, args);
  if (!first) return;
  const failed = first.testResults.filter((file) => file.status === 'failed').map((file) => file.name);
  if (failed.length === 0) return count(name, first.testResults, first.code);
  closing.push(...failures(first.testResults, 'failed once'));
  console.log(`\nonce more, each from the start: ${failed.join(', ')}`);
  const second = await reportOf(node, env, `${name}, once more`, [...args, ...failed]);
  const settled = first.testResults.filter((file) => !failed.includes(file.name));
  if (second) count(name, [...settled, ...second.testResults], second.code);
}

/** Runs a runner: its report, and its exit code. Tells what failed outside of its tests. */
async function reportOf(node, env, name, args) {
  const report = join(scratch, `${name}.json`);
  const errors = join(scratch, `${name}, outside of tests.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const looseErrors = `--reporter=${join(root, 'scripts', 'loose-errors-reporter.mjs')}`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, looseErrors];
  const code = await run(node, [...nodeFlags, vitest, 'run', ...reporters, ...args], {
    env: { ...env, LOOSE_ERRORS: errors },
  });
  try {
    const loose = JSON.parse(readFileSync(errors, 'utf8'));
    closing.push(...loose.map((error) => `failed outside of any test: ${name} › ${beginning(error)}`));
    return { ...JSON.parse(readFileSync(report, 'utf8')), code };
  } catch {
    fail(`The ${name} tests left no report (exit code ${code}).`);
    return null;
  }
}

function count(name, files, code) {
  const tests = files.flatMap((file) => file.assertionResults);
  const withStatus = (status) => tests.filter((test) => test.status === status).length;
  // a file that cannot be loaded, or whose company does not open, fails without a test that does
  const unloaded = files.filter((file) => file.status === 'failed' && failedTests(file).length === 0).length;
  const [passed, failed] = [withStatus('passed'), withStatus('failed')];
  if (tests.length > passed + failed) console.log(`${tests.length - passed - failed} skipped`);
  closing.push(...failures(files, 'failed'));
  add(name, passed, failed + unloaded, code);
}

function failedTests(file) {
  return file.assertionResults.filter((test) => test.status === 'failed');
}

/** A line for each test that failed, with the first lines of why. */
function failures(files, word) {
  return files
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const path = relative(root, file.name);
      const tests = failedTests(file);
      const unloaded = tests.length === 0 ? [`${word}: ${path} › ${beginning(file.message)}`] : [];
      return [
        ...unloaded,
        ...tests.map((test) => `${word}: ${path} › ${test.fullName} › ${beginning(test.failureMessages.join('\n'))}`),
      ];
    });
}

/** The first lines of a message, in one, without colours. */
function beginning(message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 6);
  return lines
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 600);
}

function add(name, passed, failed, code) {
  total.passed += passed;
  total.failed += failed;
  if (passed + failed === 0) fail(`The ${name} runner ran nothing.`);
  else if (failed === 0 && code !== 0)
    fail(`The ${name} runner ended with exit code ${code} although every test passed.`);
}
