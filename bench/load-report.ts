import { quantile, type Taken } from './load-users.ts';

export interface LoadReport {
  /** One line: the requirement, the measurement, the limit. */
  readonly row: (level: string, asked: string, measured: string, limit: string, isHeld: boolean) => void;
  /** A paragraph below the table. */
  readonly note: (text: string) => void;
  readonly text: () => string;
}

/** The table of load levels, printed as it comes. */
export function openLoadReport(conditions: string): LoadReport {
  const lines: string[] = [];
  const notes: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  say(`# Load levels\n\n${conditions}\n`);
  say('| Level | Asked | Measured | Limit | Held |');
  say('|---|---|---|---|---|');
  return {
    row: (level, asked, measured, limit, isHeld) =>
      say(`| ${level} | ${asked} | ${measured} | ${limit} | ${isHeld ? 'yes' : 'no'} |`),
    note: (text) => {
      notes.push(text);
      process.stdout.write(`${text}\n`);
    },
    text: () => `${lines.join('\n')}\n${notes.map((note) => `\n${note}\n`).join('')}`,
  };
}

export interface Summary {
  readonly count: number;
  /** Milliseconds. */
  readonly p95: number;
  readonly p99: number;
  /** Share of actions without a right answer. */
  readonly errors: number;
}

export function summarise(taken: readonly Taken[]): Summary {
  const times = taken.map(({ time }) => time);
  const wrong = taken.filter(({ isRight }) => !isRight).length;
  return {
    count: taken.length,
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    errors: taken.length === 0 ? 1 : wrong / taken.length,
  };
}

/** As `board 310 ms (40), list 25 ms (340)`: p95 and number of each kind of action, the slowest first. */
export function byAction(taken: readonly Taken[]): string {
  return [...Map.groupBy(taken, ({ action }) => action)]
    .map(([action, those]) => ({ action, count: those.length, p95: summarise(those).p95 }))
    .toSorted((left, right) => right.p95 - left.p95)
    .map(({ action, count, p95 }) => `${action} ${ms(p95)} (${count})`)
    .join(', ');
}

/** As `2 × save 409, 1 × list -1`: codes of answers, -1 without one. */
export function refusals(taken: readonly Taken[]): string {
  const wrong = taken.filter(({ isRight }) => !isRight);
  return [...Map.groupBy(wrong, ({ action, code }) => `${action} ${code}`)]
    .map(([kind, those]) => `${those.length} × ${kind}`)
    .join(', ');
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 && share > 0 ? 3 : 1)} %`;
