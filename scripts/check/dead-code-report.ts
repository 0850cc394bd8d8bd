import { relative } from 'node:path';
import type { IssueType, ReporterOptions } from 'knip';

export interface Unused {
  /** Files that were followed. */
  readonly count: number;
  readonly problems: readonly string[];
}

/** Prints what knip found, and how many files it looked at, which its own reports leave out. */
export default function report({
  report: kinds,
  issues,
  counters,
  configurationHints,
  cwd,
  isProduction,
}: ReporterOptions): void {
  const problems = (Object.keys(kinds) as IssueType[])
    .filter((kind) => kinds[kind])
    .flatMap((kind) =>
      Object.values(issues[kind])
        .flatMap((found) => Object.values(found))
        .map(({ filePath, line, symbol }) => {
          const file = relative(cwd, filePath).replaceAll('\\', '/');
          if (kind === 'files') return `${file} is used by nothing`;
          return `${file}${line === undefined ? '' : `:${line}`} ${kind}: ${symbol}`;
        }),
    );
  // what knip.json allows for tests is of no use without them
  const hints = (isProduction ? [] : [...configurationHints]).map(
    ({ type, identifier }) => `knip.json ${type}: ${identifier.toString()}`,
  );
  const unused: Unused = { count: counters.processed, problems: [...problems, ...hints] };
  process.stdout.write(`${JSON.stringify(unused)}\n`);
}
