import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { recordModules } from '#server/record/registry.ts';

interface Subject {
  readonly typeCode: number;
  readonly recordId: number;
}

/** Titles of records of any types, those in the recycle bin too; empty for what is no record. */
export async function titlesOf(db: Database, subjects: readonly Subject[]): Promise<(subject: Subject) => string> {
  const titles = new Map<string, string>();
  for (const { type } of recordModules()) {
    const ids = [...new Set(subjects.flatMap((one) => (one.typeCode === type.code ? [one.recordId] : [])))];
    if (ids.length === 0) continue;
    const { from } = system('an archive of the whole company names records', type);
    const { rows } = await sql<{ id: number; title: string | null }>`
      select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title from ${from}
      where r.${sql.ref(type.idColumn)} = any(${ids}::bigint[])`.execute(db);
    for (const { id, title } of rows) titles.set(`${type.code}/${id}`, title ?? '');
  }
  return ({ typeCode, recordId }) => titles.get(`${typeCode}/${recordId}`) ?? '';
}
