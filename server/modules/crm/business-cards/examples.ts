import { sql } from 'kysely';
import { furtherThings } from '#server/modules/testing.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Person } from '#server/testing/company.ts';

/** A type of which the person has no card. */
async function freeType({ company }: Table, { userId }: Pick<Person, 'userId'>): Promise<number> {
  await sql`delete from business_card where user_id = ${userId} and type_id = 3`.execute(company.db);
  return 3;
}

export const businessCardExamples: Examples = {
  // a card of its own: the others are asked about the one of the things
  'electronicBusinessCard/memberDelete': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['business_card']?.(company.db, owner.userId, {})] },
  }),
  'electronicBusinessCard/memberAddOrUpdate': async (table, { owner, records }) => ({
    body: { id: records['business_card'], name: '名片' },
    creating: { userId: owner.userId, typeId: await freeType(table, owner), name: '名片' },
  }),
};
