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
 * another batch that names one. Such a row is whole, or a last cell names the batches that it waits for, as
 * `deal chain: contracts; BI`, until they are finished. Rows with a letter were seen beyond the requirement.
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
      .filter(({ number }) => number !== null && (number < 1 || number > rowCount))
      .map((row) => `${path} row ${row.name} is of no requirement`),
  ];
  for (const { name, requirement, batch, tests, waitsFor } of rows) {
    const report = (problem: string) => problems.push(`${path} row ${name} ${problem}`);
    if (requirement === '') report('names no requirement');
    if (!batches.includes(batch)) report(`is of no batch: ${batch}`);
    if (tests.length === 0 && finished?.includes(batch)) report('names no test');
    for (const one of waitsFor) {
      if (!batches.includes(one)) report(`waits for no batch: ${one}`);
      else if (finished?.includes(one)) report(`waits for a finished batch: ${one}`);
    }
    for (const test of tests) {
      const problem = problemOf(project, test);
      if (problem) report(problem);
    }
  }
  const done = rows.filter(({ batch }) => finished?.includes(batch));
  const waiting = done.filter(({ waitsFor }) => waitsFor.length > 0).length;
  const note = `of finished batches ${done.length - waiting} are whole, ${waiting} wait for others`;
  return { count: rows.length, things: 'rows', problems, note };
}

interface Row {
  /** Its number, or a letter with one. */
  readonly name: string;
  /** Null for what was seen beyond the requirement. */
  readonly number: number | null;
  readonly requirement: string;
  readonly batch: string;
  /** `path › title` each. */
  readonly tests: readonly string[];
  /** The batches that complete it. */
  readonly waitsFor: readonly string[];
}

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (!/^\| *(?:[A-Z]|-?)\d/.test(line)) return [];
    const [, name = '', requirement = '', batch = '', tests = '', waits = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    // a title may contain a semicolon: the next test starts at the next path
    const number = /^[A-Z]/.test(name) ? null : Number(name);
    const waitsFor = waits === '' ? [] : waits.split('; ').map((one) => one.split(': ')[0] ?? '');
    return [{ name, number, requirement, batch, tests: tests === '' ? [] : tests.split(/; (?=\S+ › )/), waitsFor }];
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
