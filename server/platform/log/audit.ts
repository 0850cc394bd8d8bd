import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

export interface AuditEntry {
  readonly userId: number | null;
  /** Such as `login`, `export crm_customer`, `role.grant`. */
  readonly what: string;
  readonly subject?: string;
  readonly result: 'done' | 'refused';
  readonly address: string;
  /** Of a login: what it came from, as the browser says. */
  readonly device?: string;
  /** Of a login that failed. */
  readonly reason?: LoginFailure;
}

/** Why a login failed; whoever tried is told none of it (security N2). */
export type LoginFailure = 'unknown' | 'password' | 'disabled' | 'expired';

const longestSubject = 500;
/** Maximum length of an entry's subject, in characters. */
export const subjectOf = ({ subject = '' }: Pick<AuditEntry, 'subject'>): string => subject.slice(0, longestSubject);

/** Records who did or tried something; rows cannot be changed afterwards (security O6). */
export async function audit(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      user_id: entry.userId,
      what: entry.what,
      subject: subjectOf(entry),
      result: entry.result,
      address: entry.address,
      device: entry.device ?? '',
      reason: entry.reason ?? '',
    })
    .execute();
}

/** The same with many subjects, an entry for each in their order, in one statement. */
export async function auditEach(
  db: Database,
  { userId, what, result, address }: Pick<AuditEntry, 'userId' | 'what' | 'result' | 'address'>,
  subjects: readonly string[],
): Promise<void> {
  const cut = subjects.map((subject) => subjectOf({ subject }));
  await sql`
    insert into audit (user_id, what, subject, result, address)
    select ${userId}::int, ${what}, subject, ${result}, ${address}
    from unnest(${cut}::text[]) with ordinality as t(subject, at) order by at`.execute(db);
}
