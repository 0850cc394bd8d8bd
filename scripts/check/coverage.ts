import type { Outcome } from './check.ts';
import type { Project } from './project.ts';
import { hasTest } from './test-titles.ts';

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

/**
 * Every row of a finished batch names tests that exist, as `path › title`, several joined by `; `; so does every row of
 * another batch that names one.
 */
export function coverage(project: Project): Outcome {
  const text = project.read(path);
  const finished = finishedBatches(text);
  const rows = rowsOf(text);
  const problems = [
    ...(finished === null ? [`${path} does not say once which batches are finished`] : []),
    ...(finished ?? [])
      .filter((batch) => !batches.includes(batch))
      .map((batch) => `${path} there is no batch ${batch}`),
    ...Array.from({ length: rowCount }, (_, at) => at + 1)
      .filter((number) => rows.filter((row) => row.number === number).length !== 1)
      .map((number) => `${path} row ${number} is not there once`),
    ...rows
      .filter((row) => row.number < 1 || row.number > rowCount)
      .map((row) => `${path} row ${row.number} is of no requirement`),
  ];
  for (const { number, requirement, batch, tests } of rows) {
    const report = (problem: string) => problems.push(`${path} row ${number} ${problem}`);
    if (requirement === '') report('names no requirement');
    if (!batches.includes(batch)) report(`is of no batch: ${batch}`);
    if (tests.length === 0 && finished?.includes(batch)) report('names no test');
    for (const test of tests) {
      const problem = problemOf(project, test);
      if (problem) report(problem);
    }
  }
  const named = rows.filter((row) => row.tests.length > 0).length;
  return { count: rows.length, things: 'rows', problems, note: `${named} of them name a test` };
}

interface Row {
  readonly number: number;
  readonly requirement: string;
  readonly batch: string;
  /** `path › title` each. */
  readonly tests: readonly string[];
}

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (!/^\| *-?\d/.test(line)) return [];
    const [, number = '', requirement = '', batch = '', tests = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    // a title may contain a semicolon: the next test starts at the next path
    return [{ number: Number(number), requirement, batch, tests: tests === '' ? [] : tests.split(/; (?=\S+ › )/) }];
  });
}

/** Null unless the one line is there. */
function finishedBatches(text: string): string[] | null {
  const [line, ...others] = [...text.matchAll(/^Finished batches: (.+)$/gm)].map((match) => match[1] ?? '');
  if (line === undefined || others.length > 0) return null;
  return line === 'none' ? [] : line.split(', ');
}

function problemOf(project: Project, test: string): string | null {
  const [file = '', ...rest] = test.split(' › ');
  const title = rest.join(' › ');
  if (title === '') return `names no title: ${test}`;
  if (!project.paths.includes(file)) return `names a file that is not there: ${file}`;
  return hasTest(project.source(file), title) ? null : `names a test that is not there: ${test}`;
}
