import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDuplicates, pageOfDuplicates } from '#server/record/query/duplicates.ts';
import { registerRecordType } from '#server/record/registry.ts';
import { mostCountedDuplicates, mostDuplicates } from '#shared/record/duplicates.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';

const fixtures = [fixtureParent, fixtureChild];
for (const { type, rules } of fixtures) registerRecordType(type, rules);
const { type } = fixtureChild;

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: fixtures });
});
afterAll(() => company.close());

describe('the duplicate check', () => {
  it('finds records of a type without numbers by their names', async () => {
    const { seller } = company.people;
    const { rows } = await sql<{ id: number }>`
      insert into fixture_child (title, owner_user_id, create_user_id, batch_id)
      values ('云图（杭州）科技有限公司', ${seller.userId}, ${seller.userId}, 'duplicate') returning child_id as id`.execute(
      company.db,
    );
    const actor = await company.services.gate.actorFor(company.db, seller.userId);
    const asked = { name: '云图(杭州)科技', mobile: '13812345678', telephone: '0571-88886666' };
    expect(await findDuplicates(company.db, actor, type, asked)).toEqual({
      more: 0,
      list: [
        {
          id: rows[0]?.id,
          title: '云图（杭州）科技有限公司',
          mobile: '',
          telephone: '',
          ownerUserName: '王芳',
          mayRead: 1,
        },
      ],
    });
    expect(await findDuplicates(company.db, actor, type, { mobile: asked.mobile })).toEqual({ list: [], more: 0 });
  });

  it('returns five rows, counts the others up to a limit, and returns none of them (A13)', async () => {
    const { seller } = company.people;
    await sql`
      insert into fixture_child (title, owner_user_id, create_user_id, batch_id)
      select '重名' || n, ${seller.userId}, ${seller.userId}, 'same' || n from generate_series(1, 120) as n`.execute(
      company.db,
    );
    const actor = await company.services.gate.actorFor(company.db, seller.userId);
    const { list, more } = await findDuplicates(company.db, actor, type, { name: '重名' });
    expect([list.length, more]).toEqual([mostDuplicates, mostCountedDuplicates]);
    const few = await findDuplicates(company.db, actor, type, { name: '重名11' });
    expect([few.list.length, few.more]).toEqual([5, 6]);
  });

  it('returns matches in pages', () => {
    const found = [1, 2, 3, 4, 5];
    expect(pageOfDuplicates(found, { page: 2, limit: 3 })).toEqual({ list: [4, 5], totalRow: 5 });
    expect(pageOfDuplicates(found, { page: 3, limit: 3 })).toEqual({ list: [], totalRow: 5 });
    expect(pageOfDuplicates(found, { page: 1, limit: 5 }, 4)).toEqual({ list: found, totalRow: 5, more: 4 });
  });
});
