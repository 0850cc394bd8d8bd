import { sql } from 'kysely';
import type { Application } from '#server/app.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { recomputeChunk, requestRecompute } from '#server/record/formula/recompute.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { inCompany } from './company.ts';
import { openReport, type Report } from './report.ts';
import { seedCustomers } from './seed.ts';
import { timed } from './timing.ts';

/** Rounds of the baseline and the job, one after the other. */
const rounds = 2;

/**
 * A changed formula recomputed for all customers by the real job, compared with one plain UPDATE that writes a value of
 * the same kind to all of them. Both write every row in every round.
 */
export async function reportRecompute({ services }: Application, report: Report): Promise<void> {
  const { db } = services.pool;
  const { rows: added } = await sql<{ field_id: number }>`
    insert into record_field (type_code, field_name, name, form_type, field_type, required, is_unique, options, default_value,
      input_tips, operating, sorting, hidden, formula, formula_decimals)
    values (${customerType.code}, '基准公式', '基准公式', 'number', 0, false, false, '[]', '', '', 0, 999, false, '1', 2)
    returning field_id`.execute(db);
  let [plain, job] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    plain += await timed(() =>
      inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`
          update customer set custom = custom || jsonb_build_object('bench', (length(customer_name) * ${round}::int)::text)`.execute(
          trx,
        );
      }),
    );
    await sql`
      update record_field set formula = ${`LEN({customer_name}) * ${round}`} where field_id = ${added[0]?.field_id ?? 0}`.execute(
      db,
    );
    await requestRecompute(db, customerType);
    job += await timed(async () => {
      while (await recomputeChunk(db, customerType));
    });
  }
  const { rows } = await sql<{ n: number }>`select count(*) as n from customer where custom ? 'bench'`.execute(db);
  const than = 'one plain UPDATE of as many rows';
  report.atMost('recompute of a formula', rows[0]?.n ?? 0, job / plain, { than, limit: 2 });
}

/** The same on its own, in a separate company, into the log. */
export const runRecompute = (customers: number): Promise<void> =>
  inCompany(async ({ application, ownerUrl }) => {
    await seedCustomers(ownerUrl, 0, customers);
    await reportRecompute(application, openReport('Alternating rounds of one run.'));
  });
