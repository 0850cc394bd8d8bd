import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readable } from '#server/record/access/reach.ts';
import { recordModules } from '#server/record/registry.ts';

interface Subject {
  readonly type_code: number;
  readonly types_id: number;
}

/** Names of the records of follow-ups, if the actor may read them. */
export async function titlesBySubject(
  db: Database,
  actor: Actor,
  subjects: readonly Subject[],
): Promise<(typeCode: number, id: number) => string | undefined> {
  const titles = new Map<string, string>();
  for (const { type } of recordModules()) {
    const ids = subjects.filter(({ type_code }) => type_code === type.code).map(({ types_id }) => types_id);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: number; title: string }>`
      select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title from ${sql.table(type.table)} as r
      where r.${sql.ref(type.idColumn)} = any(${ids}::bigint[]) and ${readable(actor, type)}`.execute(db);
    for (const { id, title } of rows) titles.set(`${type.code}/${id}`, title);
  }
  return (typeCode, id) => titles.get(`${typeCode}/${id}`);
}
