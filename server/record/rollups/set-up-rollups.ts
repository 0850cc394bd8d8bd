import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { findColumn } from '#server/record/fields/columns.ts';
import type { FieldPlan } from '#server/record/fields/field-plan.ts';
import { labelOf, readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { compileFilter, conditionsOf } from '#server/record/query/filter.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';
import { conditionColumns, isSteady, namedColumns } from '#server/record/rollups/rollup-sql.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { RollupDraft, RollupShown } from '#shared/record/calls/field-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { resultDecimals, resultTypeOf } from '#shared/record/formula/result-type.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsInConditions, type Rollup, type RollupCondition, type RollupKind } from '#shared/record/rollup.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface SetUp {
  readonly type: RecordType;
  readonly language: Language;
}

/**
 * Stores the roll-ups of a type that are new or changed, whose other fields have just been written. Returns the codes
 * of the types that they count over or have counted over, so that writes of these wait for the change.
 * @throws AppError `field.rollup_relation`, `field.rollup_field`, `field.rollup_condition`, `field.rollup_result`,
 * `filter.*`
 */
export async function saveRollups(
  db: Database,
  setUp: SetUp,
  plans: readonly FieldPlan[],
): Promise<{ readonly isChanged: boolean; readonly children: readonly number[] }> {
  const children = new Set<number>();
  let isChanged = false;
  for (const field of (await readFields(db, setUp.type.code)).all) {
    const plan = plans.find(({ known, name }) => (known ? known.fieldId === field.fieldId : name === field.fieldName));
    if (!plan?.rollup) continue;
    const { asked, decimals } = plan.rollup;
    const next = asked
      ? { ...(await resolved(db, setUp, field, asked)), decimals }
      : field.rollup && { ...field.rollup, decimals };
    if (!next || isDeepStrictEqual(next, field.rollup)) continue;
    const { decimals: kept, ...stored } = next;
    await db
      .updateTable('record_field')
      .set({ rollup: JSON.stringify(stored), formula_decimals: kept })
      .where('field_id', '=', field.fieldId)
      .execute();
    isChanged = true;
    for (const one of [next, field.rollup]) if (one) children.add(one.child);
  }
  return { isChanged, children: [...children] };
}

/** The designer's definition, by immutable keys. */
async function resolved(db: Database, { type, language }: SetUp, field: Field, asked: RollupDraft): Promise<Rollup> {
  const name = labelOf(type, field, language);
  const child = recordModules().find((one) => one.type.code === asked.label)?.type;
  const relation = child && relationsIn(child).find(({ column, isField }) => isField && column === asked.relation);
  if (!child || relation?.relation.to !== type.code)
    throw new AppError('field.rollup_relation', { name }, { part: 'relation' });
  const children = await readFields(db, child.code);
  const counted = asked.kind === 'count' ? null : countedField(children, name, asked);
  const result = counted ? formulaField(counted).type : 'number';
  const isWhole = asked.kind !== 'count' || resultDecimals(field.formType, 0) === 0;
  if (!isWhole || resultTypeOf(field.formType) !== result)
    throw new AppError('field.rollup_result', { name }, { part: 'kind' });
  const where = conditionsOf(asked.data).map((one): RollupCondition =>
    one.any
      ? { any: one.any.map((part) => resolvedCondition({ type: child, language }, children, name, part)) }
      : resolvedCondition({ type: child, language }, children, name, one),
  );
  compileFilter(conditionColumns(child, children), where as Condition[]);
  const rollup: Rollup = {
    child: child.code,
    column: relation.column,
    kind: asked.kind,
    ...(counted && { field: formulaField(counted).id }),
    ...(where.length > 0 && { where }),
  };
  // without missing keys, as the database returns it
  return JSON.parse(JSON.stringify(rollup)) as Rollup;
}

const kindsByType: Partial<Record<FormulaType, readonly RollupKind[]>> = {
  number: ['sum', 'avg', 'min', 'max'],
  date: ['min', 'max'],
  datetime: ['min', 'max'],
};

/** The roll-up functions available for a field. */
export function kindsOf(field: Field): RollupKind[] {
  const { type } = formulaField(field);
  return type === null ? [] : [...(kindsByType[type] ?? [])];
}

function countedField(children: FieldSet, name: string, { kind, fieldId }: RollupDraft): Field {
  const found = fieldId === undefined ? undefined : children.byId.get(fieldId);
  if (!found || !kindsOf(found).includes(kind)) throw new AppError('field.rollup_field', { name }, { part: 'field' });
  return found;
}

function resolvedCondition(
  { type, language }: SetUp,
  children: FieldSet,
  name: string,
  { fieldName, name: other, condition, value, start, end, startDate, endDate }: Condition,
): RollupCondition {
  const wanted = fieldName ?? other ?? '';
  const column = findColumn(namedColumns(type, children), wanted);
  if (!column) throw new AppError('filter.field', { field: wanted.slice(0, 60) });
  // what people read of an id
  const words = fieldName !== undefined && typeof other === 'string' ? { name: other } : {};
  const kept = { fieldName: column.id, condition, value, start: start ?? startDate, end: end ?? endDate, ...words };
  if (!isSteady(kept, column)) {
    const field = column.field ? labelOf(type, column.field, language) : wanted;
    throw new AppError('field.rollup_condition', { name, field }, { part: 'where' });
  }
  return kept;
}

/** A roll-up as shown in the designer. */
export async function rollupShown(db: Database, { rollup }: Field): Promise<RollupShown | null> {
  if (!rollup) return null;
  const { type } = recordModule(rollup.child);
  const children = await readFields(db, type.code);
  const counted = children.all.find((field) => formulaField(field).id === rollup.field);
  const columns = new Map(namedColumns(type, children).map(({ id, fieldName }) => [id, fieldName]));
  const named = (one: RollupCondition) => ({ ...one, fieldName: columns.get(one.fieldName ?? '') ?? one.fieldName });
  return {
    label: type.code,
    relation: rollup.column,
    kind: rollup.kind,
    fieldId: counted?.fieldId ?? null,
    data: (rollup.where ?? []).map((one) => (one.any ? { any: one.any.map(named) } : named(one))) as Condition[],
  };
}

/** @throws AppError `field.rollup_needs` for a field to be deleted that parents count by */
export async function requireNotCounted(
  db: Database,
  { type, language }: SetUp,
  gone: readonly Field[],
): Promise<void> {
  const { rows } = await sql<{ field_id: number; name: string; rollup: Rollup }>`
    select field_id, name, rollup from record_field where (rollup ->> 'child')::int = ${type.code}`.execute(db);
  for (const { field_id: fieldId, name, rollup } of rows) {
    if (gone.some((field) => field.fieldId === fieldId)) continue;
    const uses = [rollup.field, ...fieldsInConditions(rollup)];
    const needed = gone.find((field) => uses.includes(formulaField(field).id));
    if (needed) throw new AppError('field.rollup_needs', { name: labelOf(type, needed, language), rollup: name });
  }
}
