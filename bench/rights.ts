import { sql } from 'kysely';
import { rolesChanged } from '#server/platform/access/rights.ts';
import { inCompany } from './company.ts';
import { compare, post } from './load.ts';
import type { Report } from './report.ts';
import { seedCustomers } from './seed.ts';
import { median } from './timing.ts';

const [admin, seller] = [3, 1050];
/** The role of salespeople. */
const sellers = 11;
const customers = 1000;
const page = { page: 1, limit: 15 };

/** What questions about everybody's rights take in a company of 1,000 people, and what the first call after a change does. */
export const benchRights = (report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl, target }) => {
    await seedCustomers(ownerUrl, 1, customers + 1);
    const { db } = application.services.pool;
    const { rows } = await sql<{ id: number }>`
      select customer_id as id from customer where owner_user_id is not null limit 1`.execute(db);
    const asked = await compare({
      staff: await target(admin, 'system/user/queryUserList', page),
      can: await target(admin, 'access/whoCan', { ...page, permission: 'crm:customer:save' }),
      reads: await target(admin, 'access/whoReads', { ...page, types: 'crm_customer', id: rows[0]?.id }),
    });
    const beside = { than: 'the plain list of staff', limit: 5 };
    report.atMost('"who can" over everybody, p50', 1000, asked.can.p50 / asked.staff.p50, beside);
    report.atMost('"who can", p95', 1000, asked.can.p95 / asked.staff.p95, beside);
    report.atMost('"who reads this record" over everybody, p50', 1000, asked.reads.p50 / asked.staff.p50, beside);

    const call = await target(seller, 'CrmCustomer/queryPageList', page);
    const [before, after]: [number[], number[]] = [[], []];
    for (let round = 0; round < 40; round += 1) {
      before.push(await post(call));
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('role')
          .set({ data_type: 1 + (round % 2) })
          .where('role_id', '=', sellers)
          .execute();
        await rolesChanged(trx);
      });
      after.push(await post(call));
    }
    report.atMost('the first call of somebody after roles have changed', 1000, median(after) / median(before), {
      than: 'the call before it',
      limit: 2,
    });
    report.note(
      `Milliseconds: staff ${asked.staff.p50.toFixed(1)}, who can ${asked.can.p50.toFixed(1)}, who reads ${asked.reads.p50.toFixed(1)}, ` +
        `a call before ${median(before).toFixed(1)}, after ${median(after).toFixed(1)}.`,
    );
  });
