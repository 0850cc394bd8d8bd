import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Records that documents of the law name, such as contracts, with how many of each type: they keep their names. */
export async function namedByKept(
  db: Database,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<RecordType, number>>> {
  const found = new Map<number, Map<RecordType, number>>();
  for (const { type: child, column } of relationsTo(type)) {
    if (child.persons !== 'kept') continue;
    const { from, live } = system('what has to be kept is kept, whoever may see it', child);
    const { rows } = await sql<{ id: number; count: number }>`
      select r.${sql.ref(column)} as id, count(*) as count from ${from}
      where r.${sql.ref(column)} = any(${[...ids]}::bigint[]) and ${live} group by 1`.execute(db);
    for (const { id, count } of rows) {
      const own = found.get(id) ?? new Map<RecordType, number>();
      own.set(child, (own.get(child) ?? 0) + count);
      found.set(id, own);
    }
  }
  return found;
}
