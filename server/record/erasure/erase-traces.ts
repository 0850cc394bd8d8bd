import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModules } from '#server/record/registry.ts';
import { forgetFollowUps } from '#server/record/follow-ups/write.ts';
import { eraseImports } from './erase-imports.ts';
import { shortestWord, type Words } from './erased-values.ts';

/** What was erased of one type, and what its records said. */
export interface ErasedWords {
  readonly typeName: string;
  readonly said: readonly Words[];
}

/**
 * Removes what else says something of erased persons: their histories, the names and numbers in actions on them, and their
 * numbers and mail addresses, with `further` ones, in whatever others wrote.
 */
export async function eraseTraces(
  db: Database,
  erasureId: number,
  erased: readonly ErasedWords[],
  further: readonly string[],
): Promise<void> {
  const all = erased.flatMap(({ said }) => said);
  const names = all.map(({ title }) => title);
  const words = [
    ...new Set([...all.flatMap((one) => one.words), ...further.filter((word) => word.length >= shortestWord)]),
  ];
  const labels = erased.flatMap(({ typeName, said }) => said.map(({ id }) => `${typeName} ${id}`));
  await sql`select erase_history(${erasureId}::int, ${labels}::text[], ${names}::text[], ${words}::text[])`.execute(db);
  await sql`
    update operation p set details = json_without_words(p.details, ${[...names, ...words]}::text[])
    from operation_row o join erasure_record r on r.record_id = o.record_id
    where r.erasure_id = ${erasureId} and p.operation_id = o.operation_id and p.type_code = r.type_code and p.details <> '{}'`.execute(
    db,
  );
  await removeLinkedNames(db, erasureId, [...names, ...words]);
  // rows that an import refused belong to no record
  await eraseImports(db, sql`i.cells ?| ${names}::text[]`);
  if (words.length > 0) await removeWords(db, words);
}

/** Follow-ups of others that were linked to an erased record name it. */
async function removeLinkedNames(db: Database, erasureId: number, words: readonly string[]): Promise<void> {
  await rewriteFollowUps(
    db,
    words,
    sql`f.record_id in (select l.follow_up_id from follow_up_link l
      join erasure_record r on r.type_code = l.type_code and r.record_id = l.record_id where r.erasure_id = ${erasureId})`,
  );
}

/** Numbers and mail addresses, which are nobody else's, wherever somebody has written them. */
async function removeWords(db: Database, words: readonly string[]): Promise<void> {
  const list = sql`${[...words]}::text[]`;
  const holds = (text: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from unnest(${list}) as word where strpos(${text}, word) > 0)`;
  await rewriteFollowUps(db, words, holds(sql`f.content`));
  await sql`
    update message set details = json_without_words(details, ${list}) where ${holds(sql`details::text`)}`.execute(db);
  // what is still to be delivered to such a number is not sent
  await sql`delete from outbox where finished_at is null and ${holds(sql`payload::text`)}`.execute(db);
  await sql`
    update outbox set payload = json_without_words(payload, ${list}), subject = without_words(subject, ${list}),
      detail = without_words(detail, ${list})
    where ${holds(sql`payload::text || ' ' || subject || ' ' || detail`)}`.execute(db);
  await eraseImports(db, holds(sql`concat(i.cells, i.params, i.further)`));
  await sql`delete from idempotency where ${holds(sql`reply::text`)}`.execute(db);
}

async function rewriteFollowUps(db: Database, words: readonly string[], where: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ code: number; id: number }>`
    update follow_up f set content = without_words(f.content, ${[...words]}::text[]) where ${where}
    returning f.type_code as code, f.types_id as id`.execute(db);
  for (const [code, own] of Map.groupBy(rows, (row) => row.code)) {
    const found = recordModules().find(({ type }) => type.code === code);
    const ids = [...new Set(own.map(({ id }) => id))];
    if (found) await forgetFollowUps(db, found.type, ids);
  }
}
