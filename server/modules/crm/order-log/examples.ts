import { sql } from 'kysely';
import { furtherThings } from '#server/modules/testing.ts';
import { writeSetting } from '#server/platform/settings.ts';
import type { Examples, Table } from '#server/route-table/table.ts';

/** An entry of the business school that failed. */
async function failed({ company }: Table, ownerId: number): Promise<number | undefined> {
  const id = await furtherThings['outbox']?.(company.db, ownerId, {});
  await sql`update outbox set target = 'contract_order', payload = '{}' where outbox_id = ${id}`.execute(company.db);
  return id;
}

export const orderLogExamples: Examples = {
  'CrmContractOrderLog/saveSettings': () => ({ body: { isOn: 0, url: 'https://school.example/orders' } }),
  'CrmContractOrderLog/test': async ({ company }) => {
    await writeSetting(company.db, 'business_school', { isOn: 0, url: 'https://school.example/orders' });
    return { body: {} };
  },
  'CrmContractOrderLog/repeatByIds': async (table, { owner }) => ({
    body: { ids: [await failed(table, owner.userId)] },
  }),
  'CrmContractOrderLog/dropByIds': async (table, { owner }) => ({ body: { ids: [await failed(table, owner.userId)] } }),
};
