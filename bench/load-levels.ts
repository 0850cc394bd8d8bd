import { setTimeout as sleep } from 'node:timers/promises';
import { keepLevels } from './floods.ts';
import { openLoadCompany, watchUsage, type LoadCompany } from './load-company.ts';
import { listLimits } from './load-lists.ts';
import { byAction, ms, openLoadReport, percent, refusals, summarise, type LoadReport } from './load-report.ts';
import { openSlowSockets, openStreams } from './load-streams.ts';
import { hire, openCaller, press, quantile, work, type Caller, type Person, type Taken } from './load-users.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';

export interface LoadOptions {
  readonly customers: number;
  /** 1 takes about ten minutes after the seeding; 0.1 only shows that everything runs, and writes no file. */
  readonly scale: number;
  /** Hours of L1, as in security L1; the minutes of the short form if unset. */
  readonly hours?: number;
  /** Name of a single level to run, for trying it out. */
  readonly only?: string | undefined;
}

interface Scene extends LoadOptions {
  readonly company: LoadCompany;
  readonly caller: Caller;
  readonly people: readonly Person[];
  readonly report: LoadReport;
  /** Seconds of the short form in milliseconds of this run. */
  readonly seconds: (count: number) => number;
}

const second = 1000;
/** People act once in ten seconds. */
const pace = 10 * second;
/** Pages read their lists again at most this often (web/record/list/use-live.ts). */
const rereading = 15 * second;

/** The load levels of security L1-L7 over the record types that exist, one after the other, against one product. */
export async function runLoadLevels(options: LoadOptions): Promise<void> {
  const company = await openLoadCompany(options.customers);
  const caller = openCaller(company.port);
  try {
    const report = openLoadReport(
      `Node ${process.version}, ${options.customers.toLocaleString('en')} customers, three tenths as many leads, as many contacts, three times as many follow-ups, 1,000 people, 40 departments; product, database and load generator share one machine, so that the generator's part is told. Of a hundred actions: 34 lists of customers, leads and contacts, 16 searches, 4 of them through everything, 18 opened, 6 saved, 8 follow-ups, 6 looks at the to-do, 4 at the dashboard, 3 boards, 5 to and from the pool.`,
    );
    const userIds = Array.from({ length: 500 }, (_, at) => 1000 + at);
    const seconds = (count: number) => Math.max(2, count * options.scale) * second;
    // connections, caches and plans as after a few minutes of work
    await work(await hire(company, caller, userIds), seconds(10), seconds(10));
    for (const [name, level] of Object.entries(levels)) {
      if (options.only !== undefined && options.only !== name) continue;
      await level({ ...options, company, caller, people: await hire(company, caller, userIds), report, seconds });
    }
    if (options.scale >= 1 && options.only === undefined) {
      keepLevels(report.text());
    }
  } finally {
    caller.close();
    await company.close();
  }
}

const levels: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  L1: ordinaryDay,
  L2: manyPeople,
  L3: ceiling,
  L4: idleStreams,
  L6: abuse,
  L7: ({ company, caller, report, people }) => listLimits(company, caller, report, people),
};

/** L1 in a short form: memory is compared between the first and the last third. */
async function ordinaryDay({ company, people, report, seconds, hours }: Scene): Promise<void> {
  const time = hours === undefined ? seconds(120) : hours * 3600 * second;
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(company.megabytes()), Math.max(second, time / 60));
  const used = watchUsage();
  const taken = await work(people.slice(0, 200), pace, time);
  clearInterval(timer);
  const { others, generator } = used();
  const { p95, p99, errors, count } = summarise(taken);
  const third = Math.max(1, Math.floor(memory.length / 3));
  const drift = mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1;
  const asked = `200 people, one action in 10 s, ${Math.round(time / second)} s`;
  report.row('L1', asked, `p95 ${ms(p95)} of ${count}`, '300 ms', p95 <= 300);
  report.row('L1', asked, `p99 ${ms(p99)}`, '1000 ms', p99 <= 1000);
  report.row('L1', asked, `${percent(errors)} wrong`, '0.025 %', errors <= 0.000_25);
  report.row('L1', asked, `processors ${percent(others)}, generator ${percent(generator)}`, '50 %', others <= 0.5);
  report.row('L1', asked, `memory ${percent(drift)} more at the end`, '5 %', drift <= 0.05);
  report.note(`L1, p95 by action: ${byAction(taken)}. ${wrong(taken)}`);
}

/** L2: one open page each, which reloads its list when notified of a change. */
async function manyPeople({ company, people, report, seconds }: Scene): Promise<void> {
  const streams = await openStreams(
    company.port,
    people.map(({ token }) => token),
  );
  const last = new Map<number, number>();
  const timers = new Set<NodeJS.Timeout>();
  const reread: Promise<Taken>[] = [];
  streams.onMessage((type, place) => {
    const now = performance.now();
    const former = last.get(place) ?? -rereading;
    // in the future: this page will reload anyway
    if (type !== 'record.changed' || former > now) return;
    const next = Math.max(now, former + rereading) + Math.random() * 2 * second;
    last.set(place, next);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const who = people[place];
      if (who) reread.push(who.act('list'));
    }, next - now);
    timers.add(timer);
  });
  const used = watchUsage();
  const acted = await work(people, pace, seconds(120));
  const { others, generator } = used();
  streams.onMessage(() => undefined);
  for (const timer of timers) clearTimeout(timer);
  const taken = [...acted, ...(await Promise.all(reread))];
  const { p95, p99, count } = summarise(taken);
  const asked = `500 people, ${streams.open} streams`;
  report.row(
    'L2',
    asked,
    `p95 ${ms(p95)} of ${count}, of which ${reread.length} caused by streams`,
    '400 ms',
    p95 <= 400,
  );
  report.row('L2', asked, `p99 ${ms(p99)}`, '1500 ms', p99 <= 1500);
  report.row('L2', asked, `processors ${percent(others)}, generator ${percent(generator)}`, '85 %', others <= 0.85);
  report.row('L2', asked, `${streams.lost()} streams lost`, '0', streams.lost() === 0);
  report.note(`L2, p95 by action: ${byAction(taken)}. ${wrong(taken)}`);
  streams.close();
}

/** L3: more and more until people wait too long, then twice as much. */
async function ceiling({ company, people, report, seconds }: Scene): Promise<void> {
  const steps = [50, 75, 100, 125, 150, 200, 250, 300, 400, 600, 800];
  let gate = 0;
  const told: string[] = [];
  let used = watchUsage()();
  for (const rate of steps) {
    const watch = watchUsage();
    const taken = await press(people, rate, seconds(10));
    const { p99, errors } = summarise(taken);
    used = watch();
    told.push(`${rate}/s: p99 ${ms(p99)}, ${percent(errors)} wrong`);
    if (p99 > 2000 || errors > 0.01) break;
    gate = rate;
  }
  const asked = 'actions a second, more and more';
  report.row('L3', asked, `${gate} a second with p99 below 2 s`, 'at least 100', gate >= 100);
  const beyond = await press(people, Math.max(100, gate * 2), seconds(10));
  const refused = beyond.filter(({ status }) => status === 429 || status === 503);
  const lost = beyond.filter(({ status }) => status === 0).length;
  const slowest = quantile(
    refused.map(({ time }) => time),
    0.95,
  );
  const served = summarise(beyond.filter(({ isRight }) => isRight));
  report.row(
    'L3',
    'twice as many',
    `${refused.length} of ${beyond.length} refused, p95 ${ms(slowest)}; the others p99 ${ms(served.p99)}; ${lost} without an answer`,
    '429 or 503 within 200 ms',
    slowest <= 200 && lost === 0,
  );
  const start = performance.now();
  const isNormal = async () => summarise(await work(people.slice(0, 20), second, second)).p95 <= 300;
  while (!(await isNormal()) && performance.now() - start < 60 * second);
  const back = performance.now() - start;
  const isUp = company.product.isRunning();
  report.row(
    'L3',
    'afterwards',
    `p95 below 300 ms after ${Math.round(back / second)} s`,
    '30 s, no crash',
    isUp && back <= 30 * second,
  );
  report.note(
    `L3, step by step: ${told.join('; ')}. In the last step the product and its database used ${percent(used.others)} of the processors, the generator ${percent(used.generator)}. Beyond: ${byAction(beyond)}. ${wrong(beyond)}`,
  );
}

/** L4: two streams each of a thousand people; events to five hundred of them. */
async function idleStreams({ company, people, report, seconds }: Scene): Promise<void> {
  await sleep(seconds(5));
  const before = company.megabytes();
  const more = await Promise.all(Array.from({ length: 500 }, (_, at) => company.tokenOf(1500 + at)));
  const tokens = [...people.map(({ token }) => token), ...more];
  const streams = await openStreams(company.port, [...tokens, ...tokens]);
  await sleep(seconds(15));
  const grown = company.megabytes() - before;
  const waits: number[] = [];
  const to = people.map(({ userId }) => userId);
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    streams.onMessage((type) => type === 'bench.event' && waits.push(performance.now() - start));
    await storeEvent(company.pool.db, { type: 'bench.event', to, ids: { round } });
    await sleep(2 * second);
  }
  const p95 = quantile(waits, 0.95);
  const expected = 5 * 2 * to.length;
  report.row(
    'L4',
    `${streams.open} idle streams`,
    `${Math.round(grown)} MB more`,
    '150 MB',
    streams.open === 2000 && grown <= 150,
  );
  report.row(
    'L4',
    'an event to 500 people',
    `p95 ${ms(p95)}, ${waits.length} of ${expected} messages`,
    '1000 ms',
    waits.length === expected && p95 <= 1000,
  );
  streams.close();
  await sleep(second);
}

/** L6: fifty people work alongside a caller with 200 calls a second and sockets that never finish. */
async function abuse({ company, people, report, seconds }: Scene): Promise<void> {
  const [abuser, ...rest] = people;
  if (!abuser) return;
  const others = rest.slice(0, 50);
  const quiet: Taken[] = [];
  const disturbed: Taken[] = [];
  const abused: Taken[] = [];
  for (let round = 0; round < 2; round += 1) {
    quiet.push(...(await work(others, second, seconds(20))));
    const sockets = openSlowSockets(company.port, 'header', 500);
    const [all, own] = await Promise.all([
      work(others, second, seconds(20)),
      press([{ ...abuser, act: () => abuser.act('list') }], 200, seconds(20)),
    ]);
    sockets.close();
    disturbed.push(...all);
    abused.push(...own);
  }
  const growth = summarise(disturbed).p95 / summarise(quiet).p95 - 1;
  const refused = abused.filter(({ status }) => status === 429).length;
  report.row(
    'L6',
    'one caller with 200 calls a second, 500 slow sockets',
    `p95 of others ${ms(summarise(quiet).p95)} alone, ${ms(summarise(disturbed).p95)} beside it: ${percent(growth)} more`,
    '20 % more',
    growth <= 0.2,
  );
  report.row('L6', 'the same', `${refused} of ${abused.length} calls refused with 429`, 'more than none', refused > 0);
  await endOfSlowSockets(company, report);
}

/** Headers and bodies that never finish. */
async function endOfSlowSockets(company: LoadCompany, report: LoadReport): Promise<void> {
  const headers = openSlowSockets(company.port, 'header', 20);
  const bodies = openSlowSockets(company.port, 'body', 20);
  await sleep(45 * second);
  for (const [name, sockets, limit] of [
    ['header', headers, 10],
    ['body', bodies, 30],
  ] as const) {
    const ended = sockets.ended();
    const longest = Math.max(0, ...ended);
    report.row(
      'L6',
      `20 sockets with an endless ${name}`,
      `${ended.length} ended, the last after ${(longest / second).toFixed(1)} s`,
      `${limit} s`,
      // a second for the bookkeeping of both sides
      ended.length === 20 && longest <= (limit + 1) * second,
    );
    sockets.close();
  }
}

const wrong = (taken: readonly Taken[]): string =>
  taken.every(({ isRight }) => isRight) ? '' : `Not answered rightly: ${refusals(taken)}.`;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
