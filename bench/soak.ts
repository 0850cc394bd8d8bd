import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLoadLevels } from './load-levels.ts';

// The reliability checks of security.md at full length: npm run soak [-- part of a path ...]. Every test with
// repetitions runs all of them; `npm test` runs a tenth. `load` are the load levels, eight hours of them.

const root = fileURLToPath(new URL('../', import.meta.url));
const loadLevels = 'load';
const chosen = process.argv.slice(2);
const hasLoad = chosen.length === 0 || chosen.includes(loadLevels);

/** Files with tests that repeat less by default, and all that affect the whole process. */
const files = globSync('{server,shared}/**/*.test.ts', { cwd: root })
  .filter((path) => path.startsWith('server/durability/') || repeats(path))
  .filter((path) => chosen.length === 0 || chosen.some((part) => part !== loadLevels && path.includes(part)))
  .toSorted();

function repeats(path: string): boolean {
  return /testing\/repetitions\.ts|JIANYE_SOAK/.test(readFileSync(join(root, path), 'utf8'));
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly duration?: number | null;
    }[];
  }[];
}

/** One file after the other, so that no test takes the machine from another that measures times. */
async function run(report: string): Promise<number> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['--disable-proto=delete', vitest, 'run', '--no-file-parallelism', ...reporters, ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, JIANYE_SOAK: '1' },
  });
  return new Promise((done, fail) => child.on('error', fail).on('exit', (code) => done(code ?? 1)));
}

function summary({ testResults }: Report): string {
  const lines = testResults.flatMap((file) => [
    `\n${file.name.replace(root, '')}`,
    ...file.assertionResults.map(
      ({ title, status, duration }) => `  ${status} ${((duration ?? 0) / 1000).toFixed(1)} s  ${title}`,
    ),
  ]);
  return lines.join('\n');
}

async function runTests(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-soak-'));
  try {
    const report = join(folder, 'report.json');
    process.exitCode = await run(report);
    const result = JSON.parse(readFileSync(report, 'utf8')) as Report;
    if (result.numPassedTests === 0) process.exitCode = 1;
    process.stdout.write(
      `${summary(result)}\n\n${result.numPassedTests} passed, ${result.numFailedTests} failed, ${result.numPendingTests} skipped\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (files.length === 0 && !hasLoad) throw new Error('no file with repetitions has such a name');
if (files.length > 0) await runTests();
if (hasLoad) await runLoadLevels({ customers: 1_000_000, scale: 3, hours: 8 });
