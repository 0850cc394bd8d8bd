import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handAll, takeAllBack } from '#server/modules/admin/hand-over/run.ts';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { recomputeAll, requestRecompute } from '#server/record/formula/recompute.ts';
import { runImport } from '#server/record/import/run.ts';
import { undoImport } from '#server/record/import/undo.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

/** Kinds of records whose open lists have been told since the last question. */
const told = vi.fn();
const kindsTold = (): string[] => {
  const kinds = new Set(told.mock.calls.map(([kind]) => String(kind)));
  told.mockClear();
  return [...kinds].toSorted();
};
beforeEach(() => {
  const touch = vi.spyOn(company.services.live, 'touch').mockImplementation(told);
  told.mockClear();
  return () => touch.mockRestore();
});

const { signal } = new AbortController();
const made = async (customerName: string): Promise<void> => void (await imports.save({ customer_name: customerName }));
/** What a call of the administrator begins is done by a job afterwards, which alone is asked about. */
const begin = async (path: string, body: Record<string, unknown>, as: PersonName = 'admin'): Promise<unknown> => {
  const { msg, data } = await company.call(path, body, { as: company.people[as] });
  expect([path, msg]).toEqual([path, '']);
  kindsTold();
  return data;
};

it('lists hear of rows that an import writes, and of taking them back', async () => {
  const sheet = await imports.workbook([['名单上的公司']], { headers: ['客户名称'] });
  const messageId = Number((await imports.send(sheet)).data);
  kindsTold();
  await runImport(company.services, messageId, { signal });
  expect(await imports.find('名单上的公司')).toHaveLength(1);
  expect(kindsTold()).toEqual(['crm_customer']);
  await begin('system/message/undoImport', { messageId }, 'seller');
  await undoImport(company.services, messageId, { signal });
  expect(await imports.find('名单上的公司')).toEqual([]);
  expect(kindsTold()).toEqual(['crm_customer']);
});

it('lists hear of records that are handed over, and of taking that back', async () => {
  await made('交接的公司');
  const { seller, peer } = company.people;
  const rule = { kind: 'one', userId: peer.userId };
  const plan = (await begin('system/handOver/plan', { userId: seller.userId, rule })) as { handOverId: number };
  const { handOverId } = plan;
  await begin('system/handOver/start', { handOverId });
  await handAll(company.services, handOverId);
  expect(kindsTold()).toEqual(['crm_customer']);
  await begin('system/handOver/undo', { handOverId });
  await takeAllBack(company.services, handOverId);
  expect(kindsTold()).toEqual(['crm_customer']);
});

it('lists hear of what the rules of the pool release, and of nothing where they release nothing', async () => {
  await made('到期的公司');
  await begin('CrmCustomer/updateRulesSetting', { followupDay: 30, dealDay: 100, type: 1, putInPoolRemindConfig: 0 });
  expect(await runPoolRules(company.services)).toBe(0);
  expect(kindsTold()).toEqual([]);
  await sql`update customer set owner_since = now() - interval '40 days'`.execute(company.db);
  expect(await runPoolRules(company.services)).toBeGreaterThan(0);
  expect(kindsTold()).toEqual(['crm_customer']);
});

it('lists hear of computed values that change with a formula', async () => {
  await requestRecompute(company.db, customerType);
  await recomputeAll(company.services, customerType, { signal });
  expect(kindsTold()).toEqual(['crm_customer']);
});
