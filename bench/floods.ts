import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FloodAnswers, FloodOrder } from './flood-worker.ts';
import { openLoadCompany, type LoadCompany } from './load-company.ts';
import { ms, openLoadReport, refusals, summarise, type LoadReport } from './load-report.ts';
import { hire, openCaller, work, type Person, type Taken } from './load-users.ts';

export interface FloodsOptions {
  readonly customers: number;
  /** Seconds of each flood, 60 as in security L6; fewer only show that it runs, and write no file. */
  readonly seconds: number;
}

const connections = 300;
const rounds = 3;
const second = 1000;
/** How much slower others may be, and how many of them may be refused. */
const limit = { ratio: 2, refused: 0 };
const head = '\n# Floods\n';

/** The two floods of security L6, calm and flood in turn, and beside each what fifty people notice of it. */
export async function runFloods({ customers, seconds }: FloodsOptions): Promise<void> {
  const company = await openLoadCompany(customers);
  const caller = openCaller(company.port);
  try {
    const report = openLoadReport(
      `Node ${process.version}, ${customers.toLocaleString('en')} customers, 50 people with an action a second, calm and flood in ${rounds} turns of ${seconds / rounds} s each; product, database, people and flood share one machine, and the flood comes from the address of the people.`,
    );
    const [abuser, ...others] = await hire(
      company,
      caller,
      Array.from({ length: 51 }, (_, at) => 1000 + at),
    );
    if (!abuser) return;
    await work(others, second, Math.max(2, seconds / 6) * second);
    await flood('unknown tokens', null, { company, others, report, seconds });
    await flood('one valid token', abuser.token, { company, others, report, seconds });
    if (seconds >= 60) keep(report.text());
  } finally {
    caller.close();
    await company.close();
  }
}

interface Scene {
  readonly company: LoadCompany;
  readonly others: readonly Person[];
  readonly report: LoadReport;
  readonly seconds: number;
}

async function flood(name: string, token: string | null, { company, others, report, seconds }: Scene): Promise<void> {
  const time = (seconds / rounds) * second;
  const calm: Taken[] = [];
  const flooded: Taken[] = [];
  const answers = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await work(others, second, time)));
    const [taken, answered] = await Promise.all([
      work(others, second, time),
      pour({ port: company.port, connections, time, token }),
    ]);
    flooded.push(...taken);
    for (const [code, count] of Object.entries(answered)) answers.set(code, (answers.get(code) ?? 0) + count);
  }
  const [before, during] = [summarise(calm), summarise(flooded)];
  const ratio = during.p95 / before.p95;
  const refused = flooded.filter(({ status, code }) => [0, 429, 503].includes(status) || [401, 302].includes(code));
  const asked = `${connections} connections with ${name}, ${seconds} s`;
  report.row(
    'L6',
    asked,
    `p95 of others ${ms(before.p95)} calm, ${ms(during.p95)} in the flood: ${ratio.toFixed(2)} times`,
    `${limit.ratio} times`,
    ratio <= limit.ratio,
  );
  report.row(
    'L6',
    asked,
    `${refused.length} of ${flooded.length} actions of others refused`,
    `${limit.refused}`,
    refused.length <= limit.refused,
  );
  const told = [...answers].map(([code, count]) => `${count} × ${code === '-1' ? 'without an answer' : code}`);
  report.row('L6', asked, `the flood got ${told.join(', ')}`, 'some 429', (answers.get('429') ?? 0) > 0);
  const wrong = refusals(flooded);
  if (wrong !== '') report.note(`${asked}: not answered rightly: ${wrong}.`);
}

const pour = (order: FloodOrder): Promise<FloodAnswers> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
    worker.once('message', (answers: FloodAnswers) => done(answers)).once('error', failed);
  });

const file = fileURLToPath(new URL('./load-results.md', import.meta.url));
const parts = (): readonly string[] => readFileSync(file, 'utf8').split(head);

/** The section of the floods, behind the load levels. */
function keep(text: string): void {
  const [levels = ''] = parts();
  writeFileSync(file, `${levels.trimEnd()}\n${head}${text.replace(/^# Load levels\n/, '')}`);
}

/** The load levels, in front of the section of the floods. */
export function keepLevels(text: string): void {
  const [, floods] = parts();
  writeFileSync(file, floods === undefined ? text : `${text.trimEnd()}\n${head}${floods}`);
}
