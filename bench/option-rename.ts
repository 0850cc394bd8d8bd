import { sql, type RawBuilder } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { adminField } from '#shared/record/calls/field-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { z } from 'zod';
import { inCompany } from './company.ts';
import type { Report } from './report.ts';
import { seedCustomers } from './seed.ts';
import { median, timed } from './timing.ts';

const administrator = 3;
const share = 0.3;
/** Rounds after one that warms up: at full size each takes minutes. */
const roundsOf = (customers: number): number => (customers < 500_000 ? 3 : 1);
const name = '基准选项';

/** An option with three tenths of all customers on it called otherwise, beside one plain UPDATE of as many rows. */
export const benchOptionRename = (customers: number, report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl, target, url }) => {
    await seedCustomers(ownerUrl, 0, customers);
    const { db } = application.services.pool;
    const unhurried = (statement: RawBuilder<unknown>) =>
      inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await statement.execute(trx);
        await organisationChanged(trx);
      });
    const { token } = await target(administrator, 'field/save');
    const ask = async (path: string, body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', 'admin-token': String(token) };
      const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown };
      if (code !== 0) throw new Error(`${path}: ${msg}`);
      return data;
    };
    const label = customerType.code;
    const fields = async () => (await ask('field/list', { label })) as z.output<typeof adminField>[];
    const save = async (changes: object, added: readonly object[] = []) => {
      const data = (await fields()).map((field) => (field.name === name ? { ...field, ...changes } : field));
      await ask('field/save', { label, data: [...data, ...added] });
    };
    await save({}, [{ name, formType: 'select', setting: ['甲', '乙'] }]);
    const fieldId = (await fields()).find((field) => field.name === name)?.fieldId ?? 0;
    const key = `f${fieldId}`;
    await unhurried(sql`
      update customer set custom = custom || jsonb_build_object(${key}::text, case when mod(customer_id, 10) < ${share * 10} then '甲' else '乙' end)`);
    const taken = { act: [] as number[], plain: [] as number[] };
    const plain = (from: string, to: string) =>
      unhurried(sql`
        update customer set custom = custom || jsonb_build_object(${key}::text, ${to}::text) where custom ->> ${key}::text = ${from}`);
    for (let round = 0; round <= roundsOf(customers); round += 1) {
      const act = await timed(() => save({ setting: ['丙', '乙'], renamed: [{ from: '甲', to: '丙' }] }));
      await save({ setting: ['甲', '乙'], renamed: [{ from: '丙', to: '甲' }] });
      const bare = await timed(() => plain('甲', '丙'));
      await plain('丙', '甲');
      // the first round warms up
      if (round === 0) continue;
      taken.act.push(act);
      taken.plain.push(bare);
    }
    const [act, bare] = [median(taken.act), median(taken.plain)];
    report.atMost('an option called otherwise', customers * share, act / bare, {
      than: 'one plain UPDATE of as many',
      limit: 1.3,
    });
    report.note(`Milliseconds: rename ${act.toFixed(0)}, plain ${bare.toFixed(0)}.`);
  });
