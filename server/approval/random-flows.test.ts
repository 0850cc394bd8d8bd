// own process: its company has a record type more
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApprovals, type Approvals, type Who } from '#server/approval/testing.ts';
import { dice } from '#server/testing/dice.ts';
import { seed } from '#server/testing/repetitions.ts';

let on: Approvals;
beforeAll(async () => {
  on = await openApprovals();
});
afterAll(() => on.company.close());

const staff: readonly Who[] = ['admin', 'manager', 'seller', 'peer', 'subordinate', 'stranger'];

interface Panel {
  readonly steps: readonly {
    readonly stepId: number | null;
    readonly stepType: number;
    readonly userList: readonly { readonly userId: number }[];
  }[];
}
interface Pending {
  readonly step: number;
  readonly type: number;
  readonly user: number;
}

const documents = 50;

it(`${documents} documents on random flows go the way that their panel has shown at first`, async () => {
  let ended = 0;
  for (let at = 0; at < documents; at += 1) {
    const roll = dice(seed * 100 + at + 1);
    const oneOf = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    const steps: [number, Who[]?][] = [];
    for (let count = 1 + roll(4); count > 0; count -= 1) {
      const isBehindOne = [1, 4].includes(steps.at(-1)?.[0] ?? 0);
      const stepType = oneOf(isBehindOne ? [1, 2, 3, 4, 6] : [1, 2, 3, 6]);
      steps.push([stepType, [2, 3, 6].includes(stepType) ? [oneOf(staff), oneOf(staff), oneOf(staff)] : []]);
    }
    await on.flow(steps);
    const author = oneOf(staff);
    const id = await on.create({ title: `随机${at}` }, author);
    let approval = 0;
    const refusal = await on.tried(on.submit(id, author).then((made) => (approval = made)));
    if (refusal !== '') {
      // nobody else may approve what the only administrator submits
      expect([author, refusal]).toEqual(['admin', expect.stringContaining('没有可以审批的人')]);
      continue;
    }
    const { steps: shown } = await on.ask<Panel>('examineRecord/queryExamineRecordList', { recordId: approval });
    const happened = new Map<number, number[]>();
    while ([0, 3].includes(await on.status(id))) {
      const { rows } = await sql<Pending>`
        select t.step_key as step, s.step_type as type, t.user_id as user from approval_task t
        join approval_step s on s.approval_id = t.approval_id and s.round = t.round and s.key = t.step_key
        where t.approval_id = ${approval} and t.state = 'pending' order by t.place`.execute(on.company.db);
      const task = rows[0]?.type === 2 ? rows[0] : oneOf(rows);
      const who = staff.find((one) => on.id(one) === task?.user);
      if (!task || !who) throw new Error(`${at} waits for nobody`);
      expect(who).not.toBe(author);
      expect(await on.audit(approval, who, 1)).toBe('');
      happened.set(task.step, [...(happened.get(task.step) ?? []), task.user]);
    }
    expect(await on.status(id)).toBe(1);
    for (const [step, users] of happened) {
      const plan = shown.find(({ stepId }) => stepId === step);
      const planned = plan?.userList.map(({ userId }) => userId) ?? [];
      expect([at, step, users.toSorted()]).toEqual([
        at,
        step,
        (plan?.stepType === 2 ? planned.slice(0, 1) : planned).toSorted(),
      ]);
    }
    ended += 1;
  }
  expect(ended).toBeGreaterThan(0);
});
