import { sql, type RawBuilder } from 'kysely';
import { openPool, type Pool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';
import { fieldSql } from '#server/record/formula/field-sql.ts';
import { sqlTextOf } from '#server/record/formula/formula-sql.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import { checkFormula, type Formula } from '#shared/record/formula/check.ts';
import { evaluate, type ValuesOfRecord } from '#shared/record/formula/evaluate.ts';
import { fieldsById, formulaField } from '#shared/record/formula/fields.ts';
import type { FormulaTree } from '#shared/record/formula/tree.ts';

const field = (fieldId: number, fieldName: string, formType: FormType, fieldType: 0 | 1) =>
  ({ fieldId, fieldName, formType, fieldType, name: `名称${fieldId}` }) as Field;

/** Fixed and custom fields of each type that formulas can use. */
const fields = [
  field(1, 'price', 'number', 1),
  field(2, 'total', 'floatnumber', 1),
  field(3, 'title', 'text', 1),
  field(4, 'day', 'date', 1),
  field(5, 'moment', 'datetime', 1),
  field(11, '数量', 'number', 0),
  field(12, '折扣', 'floatnumber', 0),
  field(13, '备注', 'textarea', 0),
  field(14, '等级', 'select', 0),
  field(15, '到期', 'date', 0),
  field(16, '提醒', 'datetime', 0),
];
export const formulaFields = fields.map(formulaField);
const columns = new Map(fields.map((one) => [formulaField(one).id, fieldSql(one)]));
export const columnOf = (id: string): RawBuilder<unknown> => columns.get(id) ?? sql`null`;

/** A formula with the decimals of its result. */
export interface FormulaCase {
  readonly tree: FormulaTree;
  readonly formula: Formula;
  readonly decimals: number;
}

/** The formula of a tree that names these fields; null when it is refused. */
export function formulaOf(tree: FormulaTree): Formula | null {
  const result = checkFormula(tree, fieldsById(formulaFields));
  return result.ok ? result.formula : null;
}

/** What a formula gives in JavaScript, as text. */
export function resultHere({ formula, decimals }: FormulaCase, row: ValuesOfRecord): string | null {
  const value = evaluate(formula, row, decimals);
  return typeof value === 'boolean' ? String(value) : value;
}

export interface FormulaDatabase {
  /** What formulas give there: for each of these rows the results of all. */
  readonly results: (cases: readonly FormulaCase[], ids: readonly number[]) => Promise<(string | null)[][]>;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** A table with these rows, whose ids are their places. One of its columns sorts by pinyin, which must not matter. */
export async function openFormulaDatabase(rows: readonly ValuesOfRecord[]): Promise<FormulaDatabase> {
  const { ownerUrl: url } = await emptyDatabase();
  const log = openLog('silent');
  const pool = openPool({ url, timeZone: 'Asia/Shanghai', max: 1, statementTimeout: 60_000, log });
  const { db } = pool;
  await sql`create table formula_row (id int primary key, price numeric(16, 4), total numeric,
    title text collate "zh-x-icu", day date, moment timestamptz, custom jsonb)`.execute(db);
  for (const [id, { price, total, title, day, moment, ...custom }] of rows.entries())
    await sql`insert into formula_row values
      (${id}, ${price}, ${total}, ${title}, ${day}, ${moment}, ${JSON.stringify(custom)})`.execute(db);
  return {
    results: async (cases, ids) => {
      const columnsOfCases = cases.map(
        ({ formula, decimals }, at) => sql`${sqlTextOf(formula, columnOf, decimals)} as ${sql.ref(`c${at}`)}`,
      );
      const found = await sql<Record<string, string | null>>`
        select ${sql.join(columnsOfCases)} from formula_row as r
        where id = any(${ids}::int[]) order by array_position(${ids}::int[], id)`.execute(db);
      return found.rows.map((row) => cases.map((_, at) => row[`c${at}`] ?? null));
    },
    pool,
    close: pool.close,
  };
}
