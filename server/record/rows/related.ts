import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lookup, Names } from '#shared/record/field-type.ts';
import type { Field } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedName, relations, type RelatedFormType } from '#shared/record/relation.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';

const targetOf = (formType: RelatedFormType): RecordType => recordModule(relations[formType].code).type;

/** Records of a related type by their ids. */
type Named = ReadonlyMap<RelatedFormType, ReadonlySet<number>>;

const shownWith = 'who sees a record sees the names of what it belongs to';

/** The names of the records that a row of `type` points to, for its select list on the alias `r`. */
export function relatedColumns(type: RecordType): RawBuilder<unknown>[] {
  return type.fields.flatMap((field: FixedField) => {
    if (!isRelated(field.formType)) return [];
    const target = targetOf(field.formType);
    const { from } = system(shownWith, target);
    const own = sql.ref(`r.${field.fieldName}`);
    return [
      // its own `r` must not be taken for the row's
      sql`(select named.title from (select ${own} as id) as wanted cross join lateral (
        select r.${sql.ref(target.titleField)} as title from ${from} where r.${sql.ref(target.idColumn)} = wanted.id) as named
      ) as ${sql.ref(relatedName(field))}`,
    ];
  });
}

/** Names of people, departments and of the records that the values hold. */
export async function namesFor(
  db: Database,
  directory: Directory,
  values: readonly { readonly field: Field; readonly value: unknown }[],
): Promise<Names & Directory> {
  const wanted = new Map<RelatedFormType, Set<number>>();
  for (const { field, value } of values) {
    if (!isRelated(field.formType) || typeof value !== 'number') continue;
    wanted.set(field.formType, (wanted.get(field.formType) ?? new Set()).add(value));
  }
  const titles = await titlesOf(db, wanted);
  return { ...directory, record: (formType, id) => titles.get(formType)?.get(id) };
}

async function titlesOf(db: Database, wanted: Named): Promise<Map<RelatedFormType, Map<number, string>>> {
  const titles = new Map<RelatedFormType, Map<number, string>>();
  for (const [formType, ids] of wanted) {
    const { idColumn, titleField } = targetOf(formType);
    const { from } = system(shownWith, targetOf(formType));
    const { rows } = await sql<{ id: number; title: string }>`
      select r.${sql.ref(idColumn)} as id, r.${sql.ref(titleField)} as title from ${from}
      where r.${sql.ref(idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
    titles.set(formType, new Map(rows.map(({ id, title }) => [id, title])));
  }
  return titles;
}

/** Ids by the names that cells of a sheet hold, among the records that the actor sees. */
export async function lookupFor(
  db: Database,
  actor: Actor,
  directory: Directory,
  cells: readonly { readonly field: Field; readonly text: string }[],
): Promise<Lookup> {
  const ids = new Map<string, number[]>();
  const keyOf = (formType: RelatedFormType, name: string) => `${formType}/${name}`;
  for (const formType of new Set(cells.map(({ field }) => field.formType))) {
    if (!isRelated(formType)) continue;
    const target = targetOf(formType);
    const names = cells.filter(({ field }) => field.formType === formType).map(({ text }) => text.trim());
    const { rows } = await sql<{ id: number; title: string }>`
      select r.${sql.ref(target.idColumn)} as id, r.${sql.ref(target.titleField)} as title from ${sql.table(target.table)} as r
      where r.${sql.ref(target.titleField)} = any(${names}::text[]) and ${scoped(actor, target).where}`.execute(db);
    for (const { id, title } of rows) {
      const key = keyOf(formType, title);
      ids.set(key, [...(ids.get(key) ?? []), id]);
    }
  }
  return { ...directory, recordIds: (formType, name) => ids.get(keyOf(formType, name.trim())) ?? [] };
}

/** By what a record would point to something that is not the actor's to change. */
export interface Unlinkable {
  readonly field: Field;
  /** What is absent and what is out of sight look the same (security A2). */
  readonly code: 'field.related' | 'field.related_fixed';
}

/**
 * Of rows, those that would point to what the actor may not change, since it cannot be deleted any more then (security
 * A10); what the others point to is held against a deletion meanwhile.
 */
export async function unlinkableAmong<Row extends { readonly values: Values }>(
  db: Database,
  actor: Actor,
  fields: readonly Field[],
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, Unlinkable>> {
  const unlinkable = new Map<Row, Unlinkable>();
  for (const field of fields) {
    if (!isRelated(field.formType)) continue;
    const held = heldBy(rows, field);
    if (held.length === 0) continue;
    const target = targetOf(field.formType);
    const id = sql.ref(`r.${target.idColumn}`);
    const { rows: seen } = await sql<{ id: number; open: boolean }>`
      select ${id} as id, ${scoped(actor, target, 'write').where} as open from ${sql.table(target.table)} as r
      where ${id} = any(${[...new Set(held.map((one) => one.id))]}::bigint[]) and ${scoped(actor, target).where}
      order by ${id} for key share`.execute(db);
    const open = new Map(seen.map((one) => [one.id, one.open]));
    for (const { row, id: pointed } of held) {
      if (open.get(pointed) !== true)
        unlinkable.set(row, { field, code: open.has(pointed) ? 'field.related_fixed' : 'field.related' });
    }
  }
  return unlinkable;
}

/** Rows that point to something by a field, and to what. */
const heldBy = <Row extends { readonly values: Values }>(rows: readonly Row[], field: Field) =>
  rows.flatMap((row) => {
    const id = row.values[field.fieldName];
    return typeof id === 'number' ? [{ row, id }] : [];
  });

/** Fields by which a record belongs to another one: it cannot be without. */
export const requiredRelated = (fields: FieldSet): RelatedField[] =>
  fields.all.filter((field): field is RelatedField => field.required && isRelated(field.formType));

type RelatedField = Field & { readonly formType: RelatedFormType };

/** By what a record would belong to something in the recycle bin, and the name of that. */
export interface Unattached {
  readonly field: Field;
  readonly title: string;
}

/**
 * Of rows, those by whose values a record would belong to what is in the recycle bin; what the others belong to is held
 * against going there meanwhile.
 */
export async function unattachedAmong<Row extends { readonly values: Values }>(
  db: Database,
  fields: FieldSet,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, Unattached>> {
  const unattached = new Map<Row, Unattached>();
  for (const field of requiredRelated(fields)) {
    const held = heldBy(rows, field);
    const deleted = await deletedAmong(
      db,
      field.formType,
      held.map(({ id }) => id),
    );
    for (const { row, id } of held) {
      const title = deleted.get(id);
      if (title !== undefined) unattached.set(row, { field, title });
    }
  }
  return unattached;
}

/** Those of the records that are in the recycle bin, with their names; the others are held. */
async function deletedAmong(
  db: Database,
  formType: RelatedFormType,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { idColumn, titleField } = targetOf(formType);
  const { from } = system(shownWith, targetOf(formType));
  const { rows } = await sql<{ id: number; title: string; gone: boolean }>`
    select r.${sql.ref(idColumn)} as id, r.${sql.ref(titleField)} as title, r.deleted_at is not null as gone
    from ${from} where r.${sql.ref(idColumn)} = any(${[...new Set(ids)]}::bigint[])
    order by r.${sql.ref(idColumn)} for key share`.execute(db);
  return new Map(rows.filter(({ gone }) => gone).map(({ id, title }) => [id, title]));
}
