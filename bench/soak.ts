import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// npm run soak: the tests of kills, full disks and stops as often as security.md says; npm test runs a tenth of them.

const root = fileURLToPath(new URL('../', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const suites = [
  'server/durability',
  'server/platform/database/embedded',
  'server/platform/files',
  'server/older-client',
];

const start = performance.now();
const child = spawn(
  process.execPath,
  ['--disable-proto=delete', vitest, 'run', '--testTimeout=3600000', '--hookTimeout=600000', ...suites],
  { cwd: root, env: { ...process.env, JIANYE_SOAK: '1' }, stdio: 'inherit' },
);
const code = await new Promise<number>((done) => child.on('close', (value) => done(value ?? 1)));
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
process.stdout.write(`soak: ${code === 0 ? 'passed' : 'FAILED'} in ${minutes} min\n`);
process.exitCode = code;
