// Every check and test, one total: the last line is `N passed, N failed`. A runner that ran nothing has failed.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
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

/** Files in it are in memory, on Linux; tests write this many bytes at most. */
const memory = '/dev/shm';
const scratchBytes = 4 * 1024 ** 3;

/** Browser tests may be tried once more; this many may need it. */
const mostFlaky = 2;

const total = { passed: 0, failed: 0 };
/** Printed before the last line, where readers of only the end of the output find it. */
const closing = [];
const flaky = [];
// other tests run on another day: to repeat a failure, use the same share (server/testing/rotation.ts)
const seed = process.env.JIANYE_TEST_SEED ?? String(Math.floor(Date.now() / 86_400_000));
const scratch = makeScratch();
try {
  await runEverything();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (flaky.length > mostFlaky) fail(`${flaky.length} tests had to be tried twice, at most ${mostFlaky} may.`);
if (total.failed > 0) closing.push(`the same share of the combinations: JIANYE_TEST_SEED=${seed} npm test`);
for (const line of [...closing, `flaky: ${flaky.length}`, ...flaky]) console.log(line);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);

async function runEverything() {
  const { node } = bootstrap();
  const env = {
    ...process.env,
    JIANYE_TEST: '1',
    JIANYE_TEST_SEED: seed,
    TMPDIR: scratch,
    // the compile cache of one process serves the many that follow
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  };
  for (const name of applicationSettings) delete env[name];

  await step('checks', () => runChecks(node, env));
  await step('web bundle', () => buildWebIfStale(node));
  await step('unit and integration tests', () => runVitest(node, env, 'unit', []));
  await step('browser tests', async () => {
    const chromium = await findOrInstallChromium(node);
    const chosen = browserFilesOfToday();
    await runVitest(node, { ...env, CHROMIUM_PATH: chromium }, 'browser', ['--config', 'e2e/vitest.config.ts'], chosen);
  });
}

/**
 * Browser tests take most of the time, so a story is told every other day (docs/decisions/tests-that-scale.md). Files that
 * take a share of their tests each day do so every day.
 */
function browserFilesOfToday() {
  const names = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.test.ts'));
  const isShared = (name) => readFileSync(join(root, 'e2e', name), 'utf8').includes('testing/repetitions.ts');
  const [daily, stories] = [names.filter(isShared), names.filter((name) => !isShared(name)).toSorted()];
  const today = stories.filter((_, at) => (at + Number(seed)) % 2 === 0);
  console.log(`${daily.length} files of shares, and ${today.length} of ${stories.length} stories`);
  return [...daily, ...today].map((name) => `e2e/${name}`);
}

/**
 * A folder for everything that tests write: in memory if there is enough, since most of it are databases and their
 * copies.
 */
function makeScratch() {
  removeLeftOvers();
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), `jianye-test-${process.pid}-`));
  // root's database runs as another user, who must be able to reach its folder
  chmodSync(folder, 0o711);
  return folder;
}

/** What killed runs have left in memory. */
function removeLeftOvers() {
  for (const name of existsSync(memory) ? readdirSync(memory) : []) {
    const pid = /^jianye-test-(\d+)-/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function hasRoom(folder) {
  if (!existsSync(folder) || freemem() < 2 * scratchBytes) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > scratchBytes;
}

async function step(name, work) {
  const before = { ...total };
  const start = performance.now();
  console.log(`\n=== ${name}`);
  try {
    await work();
  } catch (error) {
    fail(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `--- ${name}: ${total.passed - before.passed} passed, ${total.failed - before.failed} failed, ${seconds} s`,
  );
}

function fail(reason) {
  closing.push(reason);
  total.failed += 1;
}

/** Parses the last line of scripts/check.mjs, `checks: N passed, N failed`. */
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
 * Runs a runner and counts its tests. Failures outside of tests are reported, and count when no test failed. What is run of
 * chosen files may be tried again.
 */
async function runVitest(node, env, name, args, chosen = []) {
  let ran = await vitest(node, env, name, [...args, ...chosen]);
  if (chosen.length > 0 && ran) ran = await tryAgain(node, env, args, ran);
  if (!ran) return fail(`The ${name} tests left no report.`);
  closing.push(...ran.outside.map((error) => `failed outside of any test: ${name} › ${beginning(error)}`));
  count(name, ran.files, ran.code);
}

/** What ran: its files, what failed outside of their tests, its exit code. Null if it left no report. */
async function vitest(node, env, name, args) {
  const report = join(scratch, `${name}.json`);
  const outcome = join(scratch, `${name}, outcome.json`);
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const outcomes = `--reporter=${join(root, 'scripts', 'outcome-reporter.mjs')}`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, outcomes];
  const code = await run(node, [...nodeFlags, program, 'run', ...reporters, ...args], {
    env: { ...env, TEST_OUTCOME: outcome },
  });
  const [files, rest] = [read(report)?.testResults, read(outcome)];
  return files && rest ? { files, outside: rest.outside, code } : null;
}

/**
 * Runs the files of a few failed tests once more: a page may be slow on a busy machine. Whole files, in companies of
 * their own, since a test that is repeated alone meets the records of its first try.
 */
async function tryAgain(node, env, args, first) {
  const failed = first.files.filter((file) => file.status === 'failed');
  const names = failed.flatMap(namesOfFailures);
  if (names.length === 0 || names.length > mostFlaky) return first;
  console.log(`\n=== tried again: ${names.join(', ')}`);
  const paths = failed.map((file) => relative(root, file.name));
  const second = await vitest(node, env, 'second try', [...args, ...paths]);
  if (!second) return first;
  const still = new Set(second.files.flatMap(namesOfFailures));
  flaky.push(...names.filter((name) => !still.has(name)));
  return {
    files: [...first.files.filter((file) => !failed.includes(file)), ...second.files],
    outside: [...first.outside.filter((error) => !paths.some((path) => error.startsWith(path))), ...second.outside],
    code: second.code,
  };
}

/** Of its failed tests, or of the file if it could not be loaded. */
function namesOfFailures(file) {
  const path = relative(root, file.name);
  const tests = failedTests(file).map((test) => `${path} › ${test.fullName}`);
  return file.status === 'failed' && tests.length === 0 ? [path] : tests;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function count(name, files, code) {
  const tests = files.flatMap((file) => file.assertionResults);
  const withStatus = (status) => tests.filter((test) => test.status === status).length;
  // a file that cannot be loaded, or whose company does not open, fails without a failing test
  const unloaded = files.filter((file) => file.status === 'failed' && failedTests(file).length === 0).length;
  const [passed, failed] = [withStatus('passed'), withStatus('failed')];
  if (tests.length > passed + failed) console.log(`${tests.length - passed - failed} skipped`);
  closing.push(...failures(files));
  add(name, passed, failed + unloaded, code);
}

function failedTests(file) {
  return file.assertionResults.filter((test) => test.status === 'failed');
}

/** A line for each failed test, with the first lines of the reason. */
function failures(files) {
  return files
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const path = relative(root, file.name);
      const tests = failedTests(file);
      const unloaded = tests.length === 0 ? [`failed: ${path} › ${beginning(file.message)}`] : [];
      return [
        ...unloaded,
        ...tests.map((test) => `failed: ${path} › ${test.fullName} › ${beginning(test.failureMessages.join('\n'))}`),
      ];
    });
}

/** The first lines of a message, in one, without colours. */
function beginning(message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 6);
  return lines
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 1500);
}

function add(name, passed, failed, code) {
  total.passed += passed;
  total.failed += failed;
  if (passed + failed === 0) fail(`The ${name} runner ran nothing.`);
  else if (failed === 0 && code !== 0)
    fail(`The ${name} runner ended with exit code ${code} although every test passed.`);
}
