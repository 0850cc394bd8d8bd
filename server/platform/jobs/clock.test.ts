import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { clockStep, noteStart, readClock, type Moment } from './clock.ts';

// own process: its start is remembered
let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const at = (boot: string, wall: number, steady: number): Moment => ({ boot, wall, steady });
const step = (name: string, moment: Moment) => clockStep(company.db, name, moment);

it('detects a jump although two processes run the job alternately (security D13)', async () => {
  expect(await step('turns', at('one', 1000, 5))).toBeNull();
  expect(await step('turns', at('two', 1300, 9000))).toEqual({ passed: 300, jump: null });
  expect(await step('turns', at('one', 1600, 605))).toEqual({ passed: 300, jump: 0 });
  // the clock is set one day ahead; each process detects it on its own
  expect(await step('turns', at('two', 88_300, 9600))).toMatchObject({ jump: 86_400 });
  expect(await step('turns', at('one', 88_600, 1205))).toMatchObject({ passed: 300, jump: 86_400 });
  expect(await step('turns', at('two', 88_900, 10_200))).toEqual({ passed: 600 - 300, jump: 0 });
});

it('measures the first run of a process from its start', async () => {
  await noteStart(
    async (text) => (await company.services.pool.raw.query(text)) as { rows: { wall: number; boot: string }[] },
  );
  await step('first', at('another', 1000, 5));
  const now = await readClock(company.db);
  expect((await step('first', now))?.jump).toBeLessThan(60);
  await step('later', at('another', 1000, 5));
  expect((await step('later', { ...now, wall: now.wall + 3600 }))?.jump).toBeGreaterThan(3000);
});

it('keeps the processes of a while only, not all that ever existed', async () => {
  for (let run = 0; run < 20; run += 1) await step('many', at(`run ${run}`, run * 300, run));
  const { value } = await company.db
    .selectFrom('app_setting')
    .select('value')
    .where('name', '=', 'many')
    .executeTakeFirstOrThrow();
  expect((value as { seen: Moment[] }).seen.map(({ boot }) => boot).slice(0, 2)).toEqual(['run 19', 'run 18']);
  expect((value as { seen: Moment[] }).seen).toHaveLength(8);
});
