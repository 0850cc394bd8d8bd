import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { readable } from '#server/record/access/reach.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import type { Going, GoingAlong } from '#server/record/relations/going-along.ts';

/** Maximum number of names per type in a refusal. */
const mostNames = 3;

/** The records of one type that prevent a deletion: how many, and the names that the actor may read. */
interface InTheWay {
  readonly type: RecordType;
  total: number;
  readonly names: string[];
}

/** Of records about to be deleted, those prevented by children, each with the reason. */
export async function relatedRefusals(
  db: Database,
  actor: Actor,
  type: RecordType,
  going: GoingAlong,
): Promise<Map<number, AppError>> {
  const inTheWay = new Map<number, Map<number, InTheWay>>();
  for (const parents of going.values()) {
    for (const child of relationsTo(parents.type)) {
      if (child.relation.onDelete !== 'refuse' || parents.records.size === 0) continue;
      for (const { root, total, names } of await childrenBeside(db, actor, parents, child, going)) {
        const ofRoot = inTheWay.get(root) ?? new Map<number, InTheWay>();
        const known = ofRoot.get(child.type.code) ?? { type: child.type, total: 0, names: [] };
        known.total += total;
        known.names.push(...names);
        inTheWay.set(root, ofRoot.set(child.type.code, known));
      }
    }
  }
  const titles = await titlesOf(db, type, [...inTheWay.keys()]);
  return new Map(
    [...inTheWay].map(([root, children]) => {
      const told = [...children.values()].map((one) => countText(actor.language, one));
      return [root, relatedRefusal(actor.language, type, titles.get(root) ?? '', told)];
    }),
  );
}

/** Live children of records that are not deleted themselves, by initial record. */
async function childrenBeside(
  db: Database,
  actor: Actor,
  { records }: Going,
  child: ChildRelation,
  going: GoingAlong,
): Promise<{ readonly root: number; readonly total: number; readonly names: readonly string[] }[]> {
  const { type, column } = child;
  const { from, live } = system('what depends on a record keeps it, whoever may see it', type);
  const own = sql.ref(`r.${column}`);
  const id = sql.ref(`r.${type.idColumn}`);
  const isRead = await mayBeNamed(db, actor, child);
  const { rows } = await sql<{ parent: number; total: number; names: string[] | null }>`
    select ${own} as parent, count(*) as total,
      (array_agg(r.${sql.ref(type.titleField)} order by r.update_time desc, ${id} desc) filter (where ${isRead}))[1:${sql.lit(mostNames)}] as names
    from ${from} where ${live} and ${own} = any(${[...records.keys()]}::bigint[])
      and not ${id} = any(${[...(going.get(type.code)?.records.keys() ?? [])]}::bigint[])
    group by 1 order by 1`.execute(db);
  return rows.map(({ parent, total, names }) => ({
    root: records.get(parent)?.root ?? parent,
    total,
    names: names ?? [],
  }));
}

/** The children whose names the actor may read; none where a role hides the reference field. */
async function mayBeNamed(db: Database, actor: Actor, { type, column, relation }: ChildRelation): Promise<Where> {
  if (relation.visibleWith) return sql<boolean>`true`;
  const isHidden = (await fieldsOf(db, actor, type)).byName.get(column)?.hidden === true;
  return isHidden ? sql<boolean>`false` : readable(actor, type);
}

async function titlesOf(db: Database, type: RecordType, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { from } = system('whoever deletes a record is told its name', type);
  const { rows } = await sql<{ id: number; title: string }>`
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title from ${from}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Such as: 3 contacts (Zhang San, Li Si, Wang Wu), with a sign if there are more. */
export function countText(
  language: Language,
  {
    type,
    total,
    names = [],
  }: { readonly type: RecordType; readonly total: number; readonly names?: readonly string[] },
): string {
  const params = { count: total, noun: nounOf(language, type, total) };
  const said = names.slice(0, mostNames);
  if (said.length === 0) return translate(language, 'children.some', params);
  const list = said.join(translate(language, 'record_action.comma'));
  return translate(language, 'children.named', { ...params, names: total > said.length ? `${list}…` : list });
}

/** The word for records of a type within a sentence. */
function nounOf(language: Language, { name }: RecordType, count: number): string {
  const key = count === 1 ? name : `${name}.many`;
  return isMessageKey(key) ? translate(language, key).toLowerCase() : name;
}

/** The message for a record that cannot be deleted. */
export function relatedRefusal(
  language: Language,
  type: RecordType,
  title: string,
  children: readonly string[],
): AppError {
  const noun = isMessageKey(type.name) ? translate(language, type.name) : type.name;
  const told = children.length === 0 ? [translate(language, 'children.other')] : children;
  const params = { noun, name: title, children: told.join(translate(language, 'record_action.comma')) };
  return new AppError('record.related', params);
}
