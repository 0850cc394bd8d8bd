import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import { after, allOf, partOf, placeOf, within, type Part, type Place } from '#server/modules/admin/audit/parts.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { auditCalls, LoginEntry } from '#shared/admin/audit/audit-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { z } from 'zod';

export type LoginFilter = z.output<(typeof auditCalls.exportLogins)['input']>;
interface StoredLogin {
  readonly place: string;
  readonly id: number;
  readonly time: string;
  readonly userId: number | null;
  readonly act: string;
  readonly subject: string;
  readonly result: 'done' | 'refused';
  readonly reason: string;
  readonly address: string;
  readonly device: string;
}

/** Logins, failed ones too, and their ends, newest first. @throws AppError `audit.period`, `audit.cursor` */
export async function loginsOf(
  db: Database,
  actor: Actor,
  { userId, result, act, ...period }: LoginFilter,
  { cursor, limit }: Place,
): Promise<OutputOf<typeof auditCalls.logins>> {
  const conditions = [
    // word for word as the index has it
    sql<boolean>`what in ('login', 'logout', 'login.end', 'refresh.reuse')`,
    ...(act === undefined ? [] : [sql<boolean>`what = ${act}`]),
    ...(userId === undefined ? [] : [sql<boolean>`user_id = ${userId}`]),
    ...(result === undefined ? [] : [sql<boolean>`result = ${result}`]),
    ...within(period),
    ...after(cursor, 'audit_id'),
  ];
  const { rows } = await sql<StoredLogin>`
    select ${placeOf('audit_id')} as place, audit_id as id, created_at as time, user_id as "userId", what as act, subject,
      result, reason, address, device
    from audit ${allOf(conditions)} order by created_at desc, audit_id desc limit ${limit + 1}`.execute(db);
  const { list, next }: Part<StoredLogin> = partOf(rows, limit);
  const names = await directoryOf(db, actor.rights.version);
  return {
    next,
    list: list.map(({ place: _place, subject, ...row }): LoginEntry => ({
      ...row,
      userName: row.userId === null ? '' : (names.user(row.userId) ?? ''),
      account: row.result === 'refused' && row.userId === null ? subject : '',
    })),
  };
}
