import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import type { Lookup, Names } from '#shared/record/field-type.ts';
import type { Field } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { relatedName } from '#shared/record/relations/relation.ts';
import { type ErrorParams } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import { pointsElsewhere, targetOf, type Target } from '#server/record/rows/target.ts';
import { system } from '#server/record/access/system.ts';

/** The names of the records that a row of `type` refers to, for its select list on the alias `r`. */
export function relatedColumns(type: RecordType): RawBuilder<unknown>[] {
  return type.fields.flatMap((field: FixedField) => {
    if (!pointsElsewhere(field)) return [];
    const target = targetOf(field);
    const own = sql.ref(`r.${field.fieldName}`);
    return [
      // its own `r` must not be taken for the row's
      sql`(select named.title from (select ${own} as id) as wanted cross join lateral (
        select r.${sql.ref(target.titleColumn)} as title from ${target.from} where r.${sql.ref(target.idColumn)} = wanted.id) as named
      ) as ${sql.ref(relatedName(field))}`,
    ];
  });
}

/** Names of people, departments and referenced records of the values. */
export async function namesFor(
  db: Database,
  directory: Directory,
  values: readonly { readonly field: Field; readonly value: unknown }[],
): Promise<Names & Directory> {
  const wanted = new Map<Target, Set<number>>();
  for (const { field, value } of values) {
    if (!pointsElsewhere(field) || typeof value !== 'number') continue;
    const target = targetOf(field);
    wanted.set(target, (wanted.get(target) ?? new Set()).add(value));
  }
  const titles = new Map<Target, ReadonlyMap<number, string>>();
  for (const [target, ids] of wanted) titles.set(target, await titlesOf(db, target, [...ids]));
  return { ...directory, record: (field, id) => titles.get(targetOf(field))?.get(id) };
}

async function titlesOf(db: Database, target: Target, ids: readonly number[]): Promise<Map<number, string>> {
  const { idColumn, titleColumn, from } = target;
  const { rows } = await sql<{ id: number; title: string }>`
    select r.${sql.ref(idColumn)} as id, r.${sql.ref(titleColumn)} as title from ${from}
    where r.${sql.ref(idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

interface NamedCell {
  readonly field: Field;
  readonly text: string;
}

/** By how many steps a field belongs to others: a plan to a contract, which belongs to a customer. */
export const stepsWithin = ({ relation }: Field, fields: readonly Field[]): number => {
  const whole = fields.find(({ fieldName }) => fieldName === relation?.within?.field);
  return whole ? 1 + stepsWithin(whole, fields) : 0;
};

/** Ids by the names or numbers in cells of a sheet, among the records that the actor sees. */
export async function lookupFor(
  db: Database,
  actor: Actor,
  directory: Directory,
  cells: readonly NamedCell[],
): Promise<Lookup> {
  const found = new Map<Target, Found>();
  const fields = [...new Set(cells.map(({ field }) => field))];
  const byTarget = Map.groupBy(
    cells
      .filter(({ field }) => pointsElsewhere(field))
      .toSorted((one, other) => stepsWithin(one.field, fields) - stepsWithin(other.field, fields)),
    ({ field }) => targetOf(field),
  );
  for (const [target, named] of byTarget) {
    const within = named.find(({ field }) => field.relation?.within)?.field.relation?.within;
    const whole = fields.find(({ fieldName }) => fieldName === within?.field);
    const wholes = whole && pointsElsewhere(whole) ? (found.get(targetOf(whole))?.ids ?? []) : [];
    found.set(target, await findNamed(db, actor, target, { named, theirs: within?.theirs, wholes }));
  }
  return {
    ...directory,
    recordIds: (field, name, whole) => {
      const { byNumber, byTitle } = found.get(targetOf(field)) ?? nothing;
      const all = byNumber.get(name.trim()) ?? byTitle.get(name.trim()) ?? [];
      const own = whole === undefined ? [] : all.filter((one) => one.whole === whole);
      return (own.length > 0 ? own : all).map(({ id }) => id);
    },
  };
}

interface FoundRecord {
  readonly id: number;
  readonly title: string | null;
  readonly number: string | null;
  readonly whole: number | null;
}
interface Found {
  readonly ids: readonly number[];
  readonly byNumber: ReadonlyMap<string | null, readonly FoundRecord[]>;
  readonly byTitle: ReadonlyMap<string | null, readonly FoundRecord[]>;
}
const nothing: Found = { ids: [], byNumber: new Map(), byTitle: new Map() };

/** Records by what cells call them. Of a name that many have, those of the wholes that the sheet names, and two besides. */
async function findNamed(
  db: Database,
  actor: Actor,
  target: Target,
  asked: {
    readonly named: readonly NamedCell[];
    readonly theirs: string | undefined;
    readonly wholes: readonly number[];
  },
): Promise<Found> {
  const wanted = new Set(asked.named.map(({ text }) => text.trim()));
  const names = [...wanted];
  const title = sql.ref(`r.${target.titleColumn}`);
  const number = target.numberColumn === null ? sql`null::text` : sql.ref(`r.${target.numberColumn}`);
  const whole = asked.theirs === undefined ? sql`null::bigint` : sql.ref(`r.${asked.theirs}`);
  const { rows } = await sql<FoundRecord>`
    select id, title, number, whole from (
      select r.${sql.ref(target.idColumn)} as id, ${title} as title, ${number} as number, ${whole} as whole,
        row_number() over (partition by ${title}) as nth
      from ${sql.table(target.table)} as r
      where (${title} = any(${names}::text[]) or ${number} = any(${names}::text[])) and ${target.reach(actor)}) as n
    where nth <= 2 or number = any(${names}::text[]) or whole = any(${[...asked.wholes]}::bigint[])`.execute(db);
  return {
    ids: rows.map(({ id }) => id),
    byNumber: Map.groupBy(
      rows.filter((row) => row.number !== null && wanted.has(row.number)),
      (row) => row.number,
    ),
    byTitle: Map.groupBy(rows, (row) => row.title),
  };
}

/** The field by which a record would refer to something that the actor may not change. */
export interface Unlinkable {
  readonly field: Field;
  /** Missing and invisible records look the same (security A2). */
  readonly code: 'field.related' | 'field.related_fixed';
}

/**
 * Rows that would refer to records the actor may not change, since those could not be deleted any more then (security
 * A10); the referenced records of the others are locked against concurrent deletion.
 */
export async function unlinkableAmong<Row extends { readonly values: Values }>(
  db: Database,
  actor: Actor,
  fields: readonly Field[],
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, Unlinkable>> {
  const unlinkable = new Map<Row, Unlinkable>();
  for (const field of fields) {
    if (!pointsElsewhere(field)) continue;
    const held = heldBy(rows, field);
    if (held.length === 0) continue;
    const target = targetOf(field);
    const id = sql.ref(`r.${target.idColumn}`);
    const { rows: seen } = await sql<{ id: number; open: boolean }>`${keptPlan}
      select ${id} as id, ${target.reach(actor, 'write')} as open from ${sql.table(target.table)} as r
      where ${id} = any(${[...new Set(held.map((one) => one.id))]}::bigint[]) and ${target.reach(actor)}
      order by ${id} for key share`.execute(db);
    const open = new Map(seen.map((one) => [one.id, one.open]));
    for (const { row, id: pointed } of held) {
      if (open.get(pointed) !== true)
        unlinkable.set(row, { field, code: open.has(pointed) ? 'field.related_fixed' : 'field.related' });
    }
  }
  return unlinkable;
}

/** The field by which a record would refer to something that belongs to another record. */
export interface Mismatch {
  readonly field: Field;
  /** What is hidden from the actor is neither named nor compared with. */
  readonly code: 'field.not_within' | 'field.unseen';
  /** The name of the field, of its record and of the required parent of that. */
  readonly params: ErrorParams;
}

/**
 * Rows that refer to something belonging to another record: such as a contract of another customer. `values` are the
 * complete new values of a row. `changed` names the changed ones, by default all: unchanged references are skipped. A
 * row without the whole may refer to any part. Where the actor does not see one of both, neither can be changed beside the
 * other.
 */
export async function mismatchedAmong<
  Row extends { readonly values: Values; readonly changed?: readonly string[] | undefined },
>(db: Database, fields: readonly Field[], rows: readonly Row[]): Promise<ReadonlyMap<Row, Mismatch>> {
  const mismatched = new Map<Row, Mismatch>();
  for (const field of fields) {
    const within = field.relation?.within;
    if (!within) continue;
    const held = heldBy(rows, field).flatMap(({ row, id }) => {
      const own = row.values[within.field];
      const isAsked = row.changed?.every((name) => name !== field.fieldName && name !== within.field) !== true;
      return isAsked && typeof own === 'number' ? [{ row, id, own }] : [];
    });
    if (held.length === 0) continue;
    // whoever may try what belongs there would find out where the record belongs
    if (field.hidden || fields.some(({ fieldName, hidden }) => fieldName === within.field && hidden)) {
      for (const { row } of held) mismatched.set(row, { field, code: 'field.unseen', params: {} });
      continue;
    }
    const parts = await partsOf(db, field, within.theirs, held);
    for (const { row, id, own } of held) {
      const part = parts.byId.get(id);
      if (!part || part.theirs === own) continue;
      const params = { name: field.name, title: part.title, whole: parts.wholes.get(own) ?? '' };
      mismatched.set(row, { field, code: 'field.not_within', params });
    }
  }
  return mismatched;
}

/** The parents of records by a column, with their names and those of the required parents. */
async function partsOf(
  db: Database,
  { fieldName, relation }: Field,
  theirs: string,
  held: readonly { readonly id: number; readonly own: number }[],
) {
  if (!relation) throw new Error(`${fieldName} refers to no record`);
  const { type } = recordModule(relation.to);
  const { from } = system('what a record points to has to belong where the record does', type);
  const { rows } = await sql<{ id: number; title: string; theirs: number | null }>`
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title, r.${sql.ref(theirs)} as theirs
    from ${from} where r.${sql.ref(type.idColumn)} = any(${held.map(({ id }) => id)}::bigint[])`.execute(db);
  const whole = targetOf({ fieldName: theirs, relation: declaredField(type, theirs)?.relation });
  const asked = held.map(({ own }) => own);
  return { byId: new Map(rows.map((row) => [row.id, row])), wholes: await titlesOf(db, whole, asked) };
}

/** Rows that refer to something by a field, and the ids. */
const heldBy = <Row extends { readonly values: Values }>(rows: readonly Row[], field: Field) =>
  rows.flatMap((row) => {
    const id = row.values[field.fieldName];
    return typeof id === 'number' ? [{ row, id }] : [];
  });

/** Required parent fields. */
export const requiredRelated = (fields: FieldSet): Field[] =>
  fields.all.filter((field) => field.required && pointsElsewhere(field));

/** The field by which a record would belong to something in the recycle bin, and the name of that. */
export interface Unattached {
  readonly field: Field;
  readonly title: string;
}

/**
 * Rows whose values would make a record belong to something in the recycle bin; the parents of the others are locked
 * against concurrent deletion.
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
      targetOf(field),
      held.map(({ id }) => id),
    );
    for (const { row, id } of held) {
      const title = deleted.get(id);
      if (title !== undefined) unattached.set(row, { field, title });
    }
  }
  return unattached;
}

/** The records in the recycle bin, with their names; the others are locked. */
async function deletedAmong(db: Database, target: Target, ids: readonly number[]): Promise<Map<number, string>> {
  const { idColumn, titleColumn, from, isGone } = target;
  const { rows } = await sql<{ id: number; title: string; gone: boolean }>`
    select r.${sql.ref(idColumn)} as id, r.${sql.ref(titleColumn)} as title, ${isGone} as gone
    from ${from} where r.${sql.ref(idColumn)} = any(${[...new Set(ids)]}::bigint[])
    order by r.${sql.ref(idColumn)} for key share`.execute(db);
  return new Map(rows.filter(({ gone }) => gone).map(({ id, title }) => [id, title]));
}
