import { randomBytes } from 'node:crypto';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** 256 random bits shared by all processes of the company, created at first use. */
export async function secretOf(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('app_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('app_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
