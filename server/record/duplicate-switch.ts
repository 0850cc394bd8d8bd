import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

const setting = 'duplicate_check';

/** Whether the check for duplicates is on for the records of a type (spec §6): it is, until somebody switches it off. */
export async function checksDuplicates(db: Database, typeName: string): Promise<boolean> {
  return (await readSwitches(db))[typeName] !== false;
}

/** Switches the check on or off for the types that are named. */
export async function switchDuplicateCheck(db: Database, switches: Readonly<Record<string, boolean>>): Promise<void> {
  const value = sql`${JSON.stringify({ ...(await readSwitches(db)), ...switches })}::jsonb`;
  await db
    .insertInto('app_setting')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function readSwitches(db: Database): Promise<Readonly<Record<string, boolean>>> {
  const row = await db.selectFrom('app_setting').select('value').where('name', '=', setting).executeTakeFirst();
  return (row?.value as Record<string, boolean> | undefined) ?? {};
}
