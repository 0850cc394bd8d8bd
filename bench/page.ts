import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nothing, openPageVisit, type Interactions } from './page-visit.ts';
import { openLoadCompany } from './load-company.ts';
import { openReport } from './report.ts';

const customers = 10_000;
const repetitions = 40;
/** Milliseconds from a press to the next picture, p95. */
const limit = 100;

/**
 * How soon the customer list answers a press: 100 rows a page in Chromium on a processor four times slower, by the Event
 * Timing API. Into page-results.md.
 */
export async function runPage(): Promise<void> {
  const company = await openLoadCompany(customers);
  const report = openReport(
    `Node ${process.version}; ${customers.toLocaleString('en')} customers, 100 rows a page, 1440 × 900 pixels, the processor of the page slowed down four times. From a press to the next picture, p95 of the slowest interaction of each of ${repetitions} repetitions; what takes less than 16 ms counts as 16. A pointer has rested for 100 ms on what it presses.`,
  );
  try {
    const visit = await openPageVisit(company, 4);
    try {
      const measured = await visit.measure(repetitions);
      for (const [work, times] of measured)
        if (work !== nothing)
          report.amount(
            `${work}, p95 of ${times.length}, median ${median(times)} ms`,
            customers,
            p95(times),
            limit,
            'ms',
          );
      const idle = measured.get(nothing) ?? [];
      const load = loadavg().map((one) => one.toFixed(1));
      report.note(
        `A press that does nothing took ${median(idle)} ms at the median and ${p95(idle)} ms at p95 in the same run; the load of the machine, which has ${cpus().length} processors, was ${load.join(', ')} at its end.`,
      );
    } finally {
      await visit.close();
    }
  } finally {
    await company.close();
  }
  writeFileSync(fileURLToPath(new URL('./page-results.md', import.meta.url)), report.text());
}

const nth = (times: Interactions, part: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * part) - 1] ?? Number.NaN;
const p95 = (times: Interactions): number => nth(times, 0.95);
const median = (times: Interactions): number => nth(times, 0.5);
