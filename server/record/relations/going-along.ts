import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { system } from '#server/record/access/system.ts';
import type { Where } from '#server/record/query/where.ts';
import { relationsTo } from '#server/record/relations/declared.ts';

/** Why a record is included: by which parent, and by which of the initial records. */
interface Origin {
  readonly title: string;
  readonly root: number;
  readonly parent: { readonly code: number; readonly id: number } | null;
}

/** Included records of one type, by their ids. */
export interface Going {
  readonly type: RecordType;
  readonly records: ReadonlyMap<number, Origin>;
}

/**
 * Records and included children, by module code: types are in the order in which they are reached, so that parents come
 * before their children.
 */
export type GoingAlong = ReadonlyMap<number, Going>;

/** The parent's table, its id and the child's column that refers to it; the child has the alias `r`. */
interface Link {
  readonly table: RawBuilder<unknown>;
  readonly parentId: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
}

/** Which children are included: those that a deletion moves to the recycle bin, */
export const whileLive = (): Where => sql<boolean>`r.deleted_at is null`;

/** those that were deleted in the same moment as their parent, */
export const sinceThen = ({ table, parentId, column }: Link): Where =>
  sql<boolean>`r.deleted_at = (select p.deleted_at from ${table} as p where p.${parentId} = ${column})`;

/** or all that are there. */
export const inBin = (): Where => sql<boolean>`r.deleted_at is not null`;

/** Records with the children that cascade with them, whoever may see them, locked in the order of their ids. */
export async function goingAlong(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  which: (link: Link) => Where,
): Promise<GoingAlong> {
  const begun = new Map(ids.map((id) => [id, { title: '', root: id, parent: null }]));
  const all = new Map<number, { type: RecordType; records: Map<number, Origin> }>([
    [type.code, { type, records: begun }],
  ]);
  let met: Going[] = [{ type, records: begun }];
  while (met.length > 0) {
    const next: Going[] = [];
    for (const parents of met) {
      for (const { type: child, column, relation } of relationsTo(parents.type)) {
        if (relation.onDelete !== 'cascade' || parents.records.size === 0) continue;
        const known = all.get(child.code) ?? { type: child, records: new Map<number, Origin>() };
        const found = await childrenOf(db, parents, child, column, which);
        const fresh = new Map([...found].filter(([id]) => !known.records.has(id)));
        for (const [id, origin] of fresh) known.records.set(id, origin);
        all.set(child.code, known);
        next.push({ type: child, records: fresh });
      }
    }
    met = next;
  }
  return all;
}

async function childrenOf(
  db: Database,
  { type, records }: Going,
  child: RecordType,
  column: string,
  which: (link: Link) => Where,
): Promise<Map<number, Origin>> {
  const { from } = system('children go where their parent goes, whoever may see them', child);
  const own = sql.ref(`r.${column}`);
  const link = { table: sql.table(type.table), parentId: sql.ref(type.idColumn), column: own };
  const { rows } = await sql<{ id: number; title: string; parent: number }>`
    select r.${sql.ref(child.idColumn)} as id, r.${sql.ref(child.titleField)} as title, ${own} as parent from ${from}
    where ${own} = any(${[...records.keys()]}::bigint[]) and ${which(link)}
    order by r.${sql.ref(child.idColumn)} for update`.execute(db);
  return new Map(
    rows.map(({ id, title, parent }) => {
      const root = records.get(parent)?.root ?? parent;
      return [id, { title, root, parent: { code: type.code, id: parent } }];
    }),
  );
}

/** The included children, without the initial records; parents before their children. */
export const alongOnly = (going: GoingAlong): Going[] =>
  [...going.values()]
    .map(({ type, records }) => ({ type, records: new Map([...records].filter(([, { parent }]) => parent)) }))
    .filter(({ records }) => records.size > 0);
