import { sql, type RawBuilder } from 'kysely';
import { planHandOver } from '#server/modules/admin/hand-over/plan.ts';
import { handAll, takeAllBack } from '#server/modules/admin/hand-over/run.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { ownedColumns } from '#server/record/ownership/owner-columns.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { inCompany } from './company.ts';
import type { Report } from './report.ts';
import { seedCustomers } from './seed.ts';
import { median, timed } from './timing.ts';

const administrator = 3;
const [leaver, heir, others] = [1998, 1999, 1500];
const records = 50_000;
const rounds = 3;

/** A hand-over of 50,000 customers and its undo, beside one plain UPDATE of the same columns of as many rows. */
export const benchHandOver = (report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl }) => {
    await seedCustomers(ownerUrl, 1, records * 2);
    const { services } = application;
    const { db } = services.pool;
    const unhurried = (statement: RawBuilder<unknown>) =>
      inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await statement.execute(trx);
      });
    await unhurried(sql`update customer set owner_user_id = ${others} where owner_user_id in (${leaver}, ${heir})`);
    await unhurried(sql`
      update customer set owner_user_id = ${leaver} where customer_id in (
        select customer_id from customer where owner_user_id is not null order by customer_id limit ${records})`);
    const given = { ...ownedColumns(customerType, heir), update_time: sql`now()`, version: sql`version + 1` };
    const plain = (from: number, to: number) => {
      const set = Object.entries({ ...given, owner_user_id: sql`${to}::int` });
      return sql`
        update customer as r set ${sql.join(set.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
        where owner_user_id = ${from}`;
    };
    const taken = { plan: [] as number[], act: [] as number[], undo: [] as number[], plain: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const actor = await services.gate.actorFor(db, administrator);
      let handOverId = 0;
      const plan = await timed(async () => {
        const asked = { userId: leaver, rule: { kind: 'one' as const, userId: heir }, rules: [] };
        handOverId = await inTransaction(db, (trx) => planHandOver(trx, actor, asked));
      });
      const begin = (state: 'running' | 'undoing') =>
        db.updateTable('hand_over').set({ state }).where('hand_over_id', '=', handOverId).execute();
      await begin('running');
      const act = await timed(() => handAll(services, handOverId));
      await begin('undoing');
      const undo = await timed(() => takeAllBack(services, handOverId));
      const bare = await timed(() => unhurried(plain(leaver, heir)));
      await unhurried(plain(heir, leaver));
      // the first round warms up
      if (round === 0) continue;
      taken.plan.push(plan);
      taken.act.push(act);
      taken.undo.push(undo);
      taken.plain.push(bare);
    }
    const [act, undo, bare] = [median(taken.act), median(taken.undo), median(taken.plain)];
    report.atMost('hand-over of customers', records, act / bare, { than: 'one plain UPDATE of as many', limit: 3 });
    report.atMost('its undo', records, undo / act, { than: 'the hand-over', limit: 1.3 });
    report.note(
      `Milliseconds: plan ${median(taken.plan).toFixed(0)}, hand-over ${act.toFixed(0)}, undo ${undo.toFixed(0)}, ` +
        `plain ${bare.toFixed(0)}.`,
    );
  });
