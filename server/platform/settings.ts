import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit, type AuditEntry } from '#server/platform/log/audit.ts';

/** Settings of the company and internal notes of the server: one JSON value per name. */
export const readSetting = async (db: Database, name: string): Promise<unknown> =>
  (await settingNamed(db, name).executeTakeFirst())?.value;

/** As `readSetting`, with a lock: other locked reads wait until the transaction is over. */
export const holdSetting = async (db: Database, name: string): Promise<unknown> =>
  (await settingNamed(db, name).forUpdate().executeTakeFirst())?.value;

/** For what the server writes by itself; `changeSetting` is for people. */
export async function writeSetting(db: Database, name: string, value: unknown): Promise<void> {
  const json = jsonOf(value);
  await put(db, name, json, json);
}

export async function dropSetting(db: Database, name: string): Promise<void> {
  await db.deleteFrom('app_setting').where('name', '=', name).execute();
}

/** The action recorded in the log. */
export type Trace = Pick<AuditEntry, 'what' | 'subject'>;

/** A person changes a setting, which is logged in the same transaction (security O6). */
export async function changeSetting(
  db: Database,
  actor: Actor,
  name: string,
  value: unknown,
  trace: Trace,
): Promise<void> {
  await writeSetting(db, name, value);
  await audited(db, actor, trace);
}

/**
 * As `changeSetting`, for single keys, so that two people who set different keys do not overwrite each other; undefined
 * keys stay unchanged.
 */
export async function changeKeys(
  db: Database,
  actor: Actor,
  name: string,
  values: Readonly<Record<string, unknown>>,
  trace: Trace,
): Promise<void> {
  const json = jsonOf(values);
  await put(db, name, json, sql`app_setting.value || ${json}`);
  await audited(db, actor, trace);
}

const settingNamed = (db: Database, name: string) =>
  db.selectFrom('app_setting').select('value').where('name', '=', name);

const jsonOf = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
type Json = ReturnType<typeof jsonOf>;

async function put(db: Database, name: string, value: Json, next: Json): Promise<void> {
  await db
    .insertInto('app_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .execute();
}

const audited = (db: Database, actor: Actor, trace: Trace): Promise<void> =>
  audit(db, { ...trace, userId: actor.userId, result: 'done', address: actor.address });
