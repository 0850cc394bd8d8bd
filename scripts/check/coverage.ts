import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const path = 'docs/coverage.md';
const rowCount = 341;
const batches = [
  'foundation',
  'engine',
  'people',
  'deal chain',
  'back office',
  'office',
  'projects',
  'BI',
  'additions',
  'session',
];

interface Row {
  readonly number: number;
  readonly batch: string;
  readonly tests: string;
}

/**
 * Every row of a finished batch names tests that exist, as `path › title`, several joined by `; `; so does every row of
 * another batch that names one.
 */
export function coverage(project: Project): Outcome {
  const text = project.read(path);
  const finished = finishedBatches(text);
  const rows = rowsOf(text);
  const problems = [
    ...finished.filter((batch) => !batches.includes(batch)).map((batch) => `${path} there is no batch ${batch}`),
    ...Array.from({ length: rowCount }, (_, at) => at + 1)
      .filter((number) => rows.filter((row) => row.number === number).length !== 1)
      .map((number) => `${path} row ${number} is not there once`),
  ];
  for (const row of rows) {
    if (!batches.includes(row.batch)) problems.push(`${path} row ${row.number} is of no batch: ${row.batch}`);
    if (row.tests === '' && finished.includes(row.batch)) problems.push(`${path} row ${row.number} names no test`);
    if (row.tests === '') continue;
    for (const test of row.tests.split('; ')) {
      const problem = problemOf(project, test);
      if (problem) problems.push(`${path} row ${row.number} ${problem}`);
    }
  }
  const named = rows.filter((row) => row.tests !== '').length;
  return { count: rows.length, things: 'rows', problems, note: `${named} of them name a test` };
}

function finishedBatches(text: string): string[] {
  const line = /^Finished batches: (.*)$/m.exec(text)?.[1] ?? '';
  return line === 'none' || line === '' ? [] : line.split(', ');
}

const rowsOf = (text: string): Row[] =>
  text.split('\n').flatMap((line) => {
    const cells = /^\| (\d+) \| .* \| ([A-Za-z ]+) \| (.*) ?\|$/.exec(line);
    return cells ? [{ number: Number(cells[1]), batch: cells[2] ?? '', tests: (cells[3] ?? '').trim() }] : [];
  });

function problemOf(project: Project, test: string): string | null {
  const [file = '', title = ''] = test.split(' › ');
  if (title === '') return `names no title: ${test}`;
  if (!project.paths.includes(file)) return `names a file that is not there: ${file}`;
  // titles stand in the source as they are shown, but for what a template fills in
  return project.read(file).includes(title) ? null : `names a test that is not there: ${test}`;
}
