export interface Comparison {
  readonly than: string;
  readonly limit: number;
}

export interface Report {
  /** A ratio that has to be at least the limit. */
  readonly atLeast: (work: string, rows: number, ratio: number, comparison: Comparison) => void;
  readonly atMost: (work: string, rows: number, ratio: number, comparison: Comparison) => void;
  /** An amount with its unit. */
  readonly amount: (work: string, rows: number, value: number, limit: number, unit: string) => void;
  /** A paragraph below the table. */
  readonly note: (text: string) => void;
  readonly text: () => string;
}

/** The table of results: each figure beside its limit, printed as it comes. */
export function openReport(conditions: string): Report {
  const lines: string[] = [];
  const notes: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  say('# Benchmark results\n');
  say(`${conditions}\n`);
  say('| Work | Rows | Measured | Limit | Held |');
  say('|---|---|---|---|---|');
  const row = (work: string, rows: number, measured: string, limit: string, isHeld: boolean) =>
    say(`| ${work} | ${rows.toLocaleString('en')} | ${measured} | ${limit} | ${isHeld ? 'yes' : 'no'} |`);
  return {
    atLeast: (work, rows, ratio, { than, limit }) =>
      row(work, rows, `${ratio.toFixed(2)} of ${than}`, `at least ${limit}`, ratio >= limit),
    atMost: (work, rows, ratio, { than, limit }) =>
      row(work, rows, `${ratio.toFixed(2)} times ${than}`, `at most ${limit}`, ratio <= limit),
    amount: (work, rows, value, limit, unit) =>
      row(work, rows, `${Math.round(value)} ${unit}`, `at most ${limit} ${unit}`, value <= limit),
    note: (text) => {
      notes.push(`\n${text}`);
      process.stdout.write(`\n${text}\n`);
    },
    text: () => `${[...lines, ...notes].join('\n')}\n`,
  };
}
