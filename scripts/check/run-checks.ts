import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { perform } from './check.ts';
import { checksOf } from './checks.ts';

const mostShown = 40;
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const options = { update: process.argv.includes('--update') };

const checks = checksOf(fileURLToPath(new URL('../../', import.meta.url)));
const unknown = names.filter((name) => checks.every((check) => check.name !== name));
for (const name of unknown) console.error(`there is no check ${name}: ${checks.map((check) => check.name).join(', ')}`);

let failed = unknown.length;
const chosen = checks.filter((check) => names.length === 0 || names.includes(check.name));
// most of them wait for other programs
const waiting = [...chosen];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const start = performance.now();
    const { count, things, problems, note } = await perform(check, options);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (problems.length > 0) failed += 1;
    console.log(
      `${problems.length === 0 ? 'passed' : 'FAILED'}  ${check.name}  ${count} ${things}  ${seconds} s${note ? `  ${note}` : ''}`,
    );
    for (const problem of problems.slice(0, mostShown)) console.log(`        ${problem}`);
    if (problems.length > mostShown) console.log(`        and ${problems.length - mostShown} more`);
  }
}
console.log(`checks: ${chosen.length + unknown.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
