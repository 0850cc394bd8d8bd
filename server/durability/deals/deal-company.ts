import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/platform/database/tables.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { AskAs, DealPerson } from './dealer.ts';

/**
 * Lets managers and salespeople of a company do everything with deals, each with those of all: contracts are passed by whom
 * the submitter chooses, receivables and invoices by any one of the people. Answers the products that are sold.
 */
export async function letDeal(
  db: Database,
  askAs: AskAs,
  admin: DealPerson,
  people: readonly DealPerson[],
): Promise<number[]> {
  await sql`
    insert into role_menu (role_id, menu_id)
    select role, menu from unnest(array[8, 11]) as role cross join unnest(${menuIdsBelow('crm:')}::int[]) as menu
    on conflict do nothing`.execute(db);
  await sql`update role set data_type = 5 where role_id in (8, 11)`.execute(db);
  await sql`update org_version set version = version + 1`.execute(db);
  const done = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await askAs(path, body, admin);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as Record<string, number>;
  };
  const ids = people.map(({ userId }) => userId);
  const flows = [
    { categoryType: 1, examineType: 2, name: 'chosen', step: [] },
    { categoryType: 2, examineType: 1, name: 'any', step: [{ stepType: 2, checkUserId: ids }] },
    { categoryType: 3, examineType: 1, name: 'any', step: [{ stepType: 2, checkUserId: ids }] },
  ];
  for (const flow of flows) await done('examine/saveExamine', flow);
  const products: number[] = [];
  for (const name of ['Pen', 'Paper'])
    products.push(
      (await done('CrmProduct/saveAndUpdate', { entity: { name, category_id: 1, price: '100' }, field: [] }))[
        'productId'
      ] ?? 0,
    );
  return products;
}
