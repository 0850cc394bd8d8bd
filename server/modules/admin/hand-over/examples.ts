import { sql } from 'kysely';
import { furtherThings } from '#server/modules/testing.ts';
import type { Examples, Table } from '#server/route-table/table.ts';

/** Somebody who has a report, and so something to hand over. */
async function holder({ company, hire }: Table): Promise<number> {
  const { userId } = await hire();
  const report = await hire();
  await sql`update app_user set parent_id = ${userId} where user_id = ${report.userId}`.execute(company.db);
  return userId;
}

export const handOverExamples: Examples = {
  'system/handOver/plan': async (table) => ({
    body: { userId: await holder(table), rule: { kind: 'one', userId: table.company.people.seller.userId } },
  }),
  'system/handOver/queryPieces': (_table, { records }) => ({
    body: { handOverId: records['hand_over'], holding: 'reports' },
  }),
  'system/handOver/start': async (table, { owner }) => {
    const { db } = table.company;
    const { rows } = await sql<{ id: number }>`
      insert into hand_over (from_user_id, user_id) values (${await holder(table)}, ${owner.userId})
      returning hand_over_id as id`.execute(db);
    return { body: { handOverId: rows[0]?.id } };
  },
  // each takes back one of its own: the others are asked about the one of the things
  'system/handOver/undo': async ({ company, hire }, { owner }) => {
    const handOverId = (await furtherThings['hand_over']?.(company.db, owner.userId, {})) ?? 0;
    const { userId } = await hire();
    await sql`update hand_over set from_user_id = ${userId} where hand_over_id = ${handOverId}`.execute(company.db);
    return { body: { handOverId } };
  },
};
