import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The reasons for an end, in order. */
export async function reasonsOf(db: Database, isEnd: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from business_reason where is_end = ${isEnd} order by order_num`.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws AppError `business_type.reason_twice` */
export async function setReasons(db: Database, isEnd: number, value: readonly string[]): Promise<void> {
  const names = value.filter((name) => name !== '');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new AppError('business_type.reason_twice', { name: twice });
  await sql`delete from business_reason where is_end = ${isEnd}`.execute(db);
  await sql`
    insert into business_reason (is_end, name, order_num)
    select ${isEnd}, name, place from unnest(${names}::text[]) with ordinality as n(name, place)`.execute(db);
}
