import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { lineOf, newEntity } from '#server/testing/new-entity.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { hideAll, makeSubjects, type Subject } from '#server/testing/hidden-subjects.ts';

let company: Company;
let imports: Imports;
let subjects: Subject[];
beforeAll(async () => {
  company = await openCompany({ types: documentTypes, keepsDrafts: true });
  imports = openImports(company, customerImports);
  subjects = await makeSubjects(company, [fixtureParent.type, fixtureChild.type]);
  await hideAll(company, subjects);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[who] });

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

describe('what somebody does not see (A7)', () => {
  it('never changes an answer: hidden values, and records beyond the scope', async () => {
    const roll = dice(20_261_121);
    const people: PersonName[] = ['seller', 'subordinate', 'peer'];
    const foreign: PersonName = 'stranger';
    for (const { type } of subjects) {
      const make = async (title: string, who: PersonName) =>
        ask(
          `${type.family}/addOrUpdate`,
          { entity: await newEntity(company, type, title, who), field: [], ...(await lineOf(company, type, who)) },
          who,
        );
      for (let at = 0; at < 24; at += 1) await make(`${'甲乙丙丁'[at % 4]}公司 ${at}`, people[at % 3] ?? 'seller');
      for (let at = 0; at < 12; at += 1) await make(`${'甲乙丙丁'[at % 4]}外公司 ${at}`, foreign);
    }
    const questions = (type: RecordType, titled: string) => [
      { limit: 100 },
      { search: '13', sortField: type.titleField },
      { search: titled },
      { search: '秘密' },
      { search: String(roll(10)), page: 2, limit: 5 },
      { sortField: type.titleField, order: 2, limit: 10 },
      { data: [{ fieldName: type.titleField, condition: 'contains', value: titled }], sortField: 'createTime' },
      {
        data: [
          {
            any: [
              { fieldName: type.titleField, condition: 'endWith', value: String(roll(9)) },
              { fieldName: 'owner_user_id', condition: 'is', value: company.people.seller.userId },
            ],
          },
        ],
      },
    ];
    let changed = 0;
    for (let round = 0; round < repetitions(300); round += 1) {
      const { type, hidden } = subjects[round % subjects.length] as Subject;
      const who = people[roll(3)] ?? 'seller';
      const list = questions(type, '甲乙丙丁'[roll(4)] ?? '甲');
      const body = list[roll(list.length)] ?? {};
      const isExport = round % 10 === 9 && round < 50;
      const look = async () => {
        const page = await ask(`${type.family}/queryPageList`, body, who);
        expect(page.code).toBe(0);
        const cells = isExport
          ? await imports.cells((await ask(`${type.family}/allExportExcel`, { ...body, page: 1 }, who)).raw)
          : [];
        return page.raw.toString() + JSON.stringify(cells);
      };
      const before = await look();
      changed += await disturb(type, hidden, roll);
      expect([who, body, await look()]).toEqual([who, body, before]);
    }
    expect(changed).toBeGreaterThan(100);
  });

  /** Changes hidden values of some records, and anything of those that the sellers cannot see; answers how many rows. */
  async function disturb(type: RecordType, hidden: readonly Field[], roll: (most: number) => number): Promise<number> {
    const texts = hidden.filter(
      (field) => ['text', 'textarea', 'mobile', 'number'].includes(field.formType) && !field.unique,
    );
    const searched = texts.filter((one) => type.searchFields.includes(one.fieldName));
    const choice = roll(2) === 0 && searched.length > 0 ? searched : texts;
    const field = choice[roll(choice.length)] as Field;
    const value = ['13', '秘密', '甲', ''][roll(4)] + String(roll(10_000));
    const table = sql.table(type.table);
    const id = sql.ref(type.idColumn);
    const set =
      field.fieldType === 1
        ? sql`${sql.ref(field.fieldName)} = ${value}`
        : sql`custom = custom || jsonb_build_object(${fieldColumn(field).id}::text, ${value}::text)`;
    const mine = await sql`update ${table} set ${set} where ${id} % 3 = ${roll(3)} and deleted_at is null`.execute(
      company.db,
    );
    const { userId } = company.people.stranger;
    const title = sql.ref(type.titleField);
    const theirs = await sql`
      update ${table} set ${title} = ${value} || ${id}, update_time = now(), deleted_at = case when ${id} % 2 = ${roll(2)} then now() end
      where owner_user_id = ${userId}`.execute(company.db);
    return Number(mine.numAffectedRows ?? 0) + Number(theirs.numAffectedRows ?? 0);
  }
});
