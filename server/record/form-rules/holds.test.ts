import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { compileFilter } from '#server/record/query/filter.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { rowColumns, valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FormType } from '#shared/record/field.ts';
import { holds, ruleOperators } from '#shared/record/form-rules/holds.ts';
import { takesNoValue } from '#shared/record/operator.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
const { design, save } = openFieldSetup(() => company);

/** Values that records have, by type; also what conditions ask for. */
const samples: Partial<Record<FormType, readonly string[]>> = {
  text: ['Abc', 'abc', 'ABCD', '50%', 'a_b', '10', '9', '中文 字'],
  textarea: ['First\nsecond', 'first', '\\'],
  select: ['茶', '咖啡', '水'],
  checkbox: ['茶', '咖啡', '茶,咖啡', '水'],
  number: ['-5', '0', '9', '10', '10.5', '100'],
  floatnumber: ['-5.25', '0', '9.9', '10', '10.05', '1000000'],
  percent: ['0', '5', '10.5', '100'],
  mobile: ['13900001111', '13811110000'],
  email: ['one@a.cn', 'Two@B.cn'],
  date: ['2026-01-31', '2026-02-01', '2025-12-31'],
  datetime: ['2026-01-31 08:00:00', '2026-01-31 23:59:59', '2026-02-01 00:00:00'],
};
const types = Object.keys(samples) as FormType[];

describe('a condition of a form', () => {
  it('holds for exactly the records that the filter of the list finds', async () => {
    const options = ['茶', '咖啡', '水'];
    const added = types.map((formType) => ({ name: `样${formType}`, formType, setting: options }));
    expect((await design({}, added)).msg).toBe('');
    const rounds = Math.max(...types.map((type) => samples[type]?.length ?? 0));
    for (let at = 0; at <= rounds; at += 1) {
      const field = types.flatMap((type) => {
        const value = samples[type]?.[at];
        return value === undefined ? [] : [{ name: `样${type}`, value }];
      });
      expect((await save({ customer_name: `条件公司${at}` }, field)).msg).toBe('');
    }
    const fields = await readFields(company.db, customerType.code);
    const columns = listColumns(customerType, fields);
    const rowsWhere = async (where: ReturnType<typeof compileFilter>[number]) =>
      (
        await sql<StoredRow>`
          select ${rowColumns(customerType)} from ${sql.table(customerType.table)} as r
          where ${where} order by r.${sql.ref(customerType.idColumn)}`.execute(company.db)
      ).rows;
    const all = await rowsWhere(sql`true`);
    let compared = 0;
    for (const formType of types) {
      const field = fields.byName.get(`样${formType}`);
      if (!field) throw new Error(`no field of the type ${formType}`);
      const values = (samples[formType] ?? []).flatMap((one) => (formType === 'checkbox' ? one.split(',') : one));
      const wanted: (string[] | null)[] = [...values.map((one) => [one]), values.slice(0, 2)];
      for (const condition of ruleOperators(field)) {
        if (condition === 'between') continue;
        for (const value of takesNoValue(condition) ? [null] : wanted) {
          const isOne = ['contains', 'notContains', 'startWith', 'endWith', 'gt', 'egt', 'lt', 'elt'];
          if (value && value.length > 1 && isOne.includes(condition)) continue;
          const [where = sql<boolean>`true`] = compileFilter(columns, [
            { fieldName: field.fieldName, condition, ...(value && { value }) },
          ]);
          const found = (await rowsWhere(where)).map((row) => row[customerType.idColumn]);
          const held = all
            .filter((row) =>
              holds(field, valuesOf(row, fields)[field.fieldName] ?? null, { condition, ...(value && { value }) }),
            )
            .map((row) => row[customerType.idColumn]);
          expect([formType, condition, value, held]).toEqual([formType, condition, value, found]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
    for (const [formType, start, end] of [
      ['date', '2026-01-01', '2026-01-31'],
      ['datetime', '2026-01-31 08:00:00', ''],
      ['datetime', '', '2026-01-31 23:59:59'],
    ] as const) {
      const field = fields.byName.get(`样${formType}`);
      const [where = sql<boolean>`true`] = compileFilter(columns, [
        { fieldName: `样${formType}`, condition: 'between', start, end },
      ]);
      const found = (await rowsWhere(where)).map((row) => row[customerType.idColumn]);
      const isHeld = (row: StoredRow) =>
        holds({ formType }, valuesOf(row, fields)[field?.fieldName ?? ''] ?? null, {
          condition: 'between',
          start,
          end,
        });
      expect(found.length).toBeGreaterThan(0);
      expect(all.filter(isHeld).map((row) => row[customerType.idColumn])).toEqual(found);
    }
  });

  it('does not fail on what is no number yet', () => {
    expect(holds({ formType: 'number' }, '5', { condition: 'gt', value: ['abc'] })).toBe(false);
    expect(holds({ formType: 'number' }, '5', { condition: 'isNot', value: ['abc'] })).toBe(true);
  });
});
