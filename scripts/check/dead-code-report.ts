import { relative } from 'node:path';
import type { IssueType, ReporterOptions } from 'knip';

export interface Unused {
  /** Number of files analysed. */
  readonly count: number;
  readonly problems: readonly string[];
}

/** Prints knip's findings, and the number of files it analysed, which its own reports leave out. */
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
  // knip.json's test entries are not needed without tests
  const hints = (isProduction ? [] : [...configurationHints]).map(
    ({ type, identifier }) => `knip.json ${type}: ${identifier.toString()}`,
  );
  const unused: Unused = { count: counters.processed, problems: [...problems, ...hints] };
  process.stdout.write(`${JSON.stringify(unused)}\n`);
}
