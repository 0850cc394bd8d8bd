import { fileURLToPath } from 'node:url';
import { boundaries } from './boundaries.ts';
import { coverage } from './coverage.ts';
import { deadCode } from './dead-code.ts';
import { lockFile } from './lock-file.ts';
import { regexes } from './regexes.ts';
import { perform, type Check } from './check.ts';
import { format, lint, types } from './programs.ts';
import { messages } from './messages.ts';
import { openProject } from './project.ts';
import { schema } from './schema.ts';
import { wire } from './wire.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const project = openProject(root);
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const options = { update: process.argv.includes('--update') };

const checks: Check[] = [
  { name: 'format', run: () => format(root) },
  { name: 'lint', run: () => lint(root) },
  { name: 'types', run: () => types(root) },
  { name: 'boundaries', run: () => boundaries(project) },
  { name: 'messages', run: () => messages(project) },
  { name: 'dead code', run: () => deadCode(root, project.sources().length) },
  { name: 'regexes', run: () => regexes(project) },
  { name: 'coverage', run: () => coverage(project) },
  { name: 'lock file', run: () => lockFile(project) },
  { name: 'schema', run: ({ update }) => schema(update) },
  { name: 'wire', run: () => wire(project) },
];

let failed = 0;
const chosen = checks.filter((check) => names.length === 0 || names.includes(check.name));
for (const check of chosen) {
  const start = performance.now();
  const outcome = await perform(check, options);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (outcome.problems.length > 0) failed += 1;
  console.log(
    `${outcome.problems.length === 0 ? 'passed' : 'FAILED'}  ${check.name}  ${outcome.count} ${outcome.things}  ${seconds} s${outcome.note ? `  ${outcome.note}` : ''}`,
  );
  for (const problem of outcome.problems.slice(0, 40)) console.log(`        ${problem}`);
}
console.log(`checks: ${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
