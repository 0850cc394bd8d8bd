import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/modules/admin/invite/tables.ts';
import { grantable, placeOf, record } from '#server/modules/admin/invite/links.ts';
import { settleApplied } from '#server/modules/admin/invite/messages.ts';
import { recordRefusal } from '#server/modules/admin/refusals.ts';
import { addUser } from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { setChosenPassword } from '#server/platform/session/credentials.ts';
import type { InviteApplication, inviteCalls } from '#shared/admin/invite/invite-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

const states = { waiting: 0, accepted: 1, refused: 2 } as const;

/** What waits for the actor, oldest first. */
export async function listApplications(
  db: Database,
  actor: Actor,
  { limit, offset }: Slice,
): Promise<{ rows: InviteApplication[]; total: number }> {
  const isMine = sql`a.state = ${states.waiting} and ${await grantable(db, actor)}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from invite_application a join invite i using (invite_id) where ${isMine}`.execute(
    db,
  );
  const { rows } = await sql<InviteApplication>`
    select a.application_id as "applicationId", a.realname, a.username, a.email, ${placeOf}, u.realname as "inviterName",
      a.create_time as "createTime", a.again,
      exists (select from app_user t where lower(t.username) = a.username)::int as "isTaken"
    from invite_application a join invite i using (invite_id) join app_user u on u.user_id = i.create_user_id
    where ${isMine} order by a.application_id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

interface Decision {
  readonly applicationIds: readonly number[];
  /** 1 accepts, 0 refuses. */
  readonly accept: number;
}
type Result = OutputOf<typeof inviteCalls.decide>['results'][number];

/**
 * Decides applications one after the other, so that one which cannot be accepted leaves the others alone.
 * @throws AppError `access.record` when one of them is not for the actor; then nothing is done
 */
export async function decideApplications(
  db: Database,
  actor: Actor,
  { applicationIds, accept }: Decision,
): Promise<Result[]> {
  // before any row, so that whoever decides the same at once waits here
  await organisationChanged(db);
  const results: Result[] = [];
  for (const applicationId of [...new Set(applicationIds)].toSorted((left, right) => left - right)) {
    await sql`savepoint one_application`.execute(db);
    try {
      const msg = accept === 1 ? await acceptOne(db, actor, applicationId) : await refuseOne(db, actor, applicationId);
      await sql`release savepoint one_application`.execute(db);
      results.push({ applicationId, isDone: 1, msg });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'access.record') throw error;
      await sql`rollback to savepoint one_application`.execute(db);
      await recordRefusal(
        db,
        actor,
        { what: `invite.${accept === 1 ? 'accept' : 'refuse'}`, subject: subject(applicationId) },
        error,
      );
      results.push({ applicationId, isDone: 0, msg: translate(actor.language, error.code, error.params) });
    }
  }
  return results;
}

const subject = (applicationId: number): string => `application ${applicationId}`;

/**
 * Adds the person with what the link says, as far as it is still there and the actor may give it now, and says what of the
 * roles waits for a confirmation. @throws AppError as `addUser`, `invite.decided`
 */
async function acceptOne(db: Database, actor: Actor, applicationId: number): Promise<string> {
  const { realname, username, email, passwordHash, deptId, roleIds } = await take(db, actor, applicationId);
  if (deptId === null) throw new AppError('dept.unknown');
  const { userId, waiting } = await addUser(db, actor, { realname, username, email, deptId, roleIds }, (added) =>
    setChosenPassword(db, added, passwordHash, actor.userId),
  );
  await decide(db, actor, applicationId, { state: states.accepted, user_id: userId });
  await record(db, actor, 'invite.accept', `${subject(applicationId)} user ${userId}`);
  return waiting ? translate(actor.language, 'rights.waiting_part', { names: waiting.names }) : '';
}

async function refuseOne(db: Database, actor: Actor, applicationId: number): Promise<string> {
  await take(db, actor, applicationId);
  await decide(db, actor, applicationId, { state: states.refused, user_id: null });
  await record(db, actor, 'invite.refuse', subject(applicationId));
  return '';
}

interface Waiting {
  readonly realname: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly deptId: number | null;
  readonly roleIds: number[];
}

/** @throws AppError `access.record` for one that is not for the actor, `invite.decided` */
async function take(db: Database, actor: Actor, applicationId: number): Promise<Waiting> {
  const { rows } = await sql<Waiting & { state: number }>`
    select a.realname, a.username, a.email, a.password_hash as "passwordHash", i.dept_id as "deptId",
      i.role_ids as "roleIds", a.state
    from invite_application a join invite i using (invite_id)
    where a.application_id = ${applicationId} and ${await grantable(db, actor)} for update of a`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('access.record');
  if (row.state !== states.waiting) throw new AppError('invite.decided');
  return row;
}

/** The password goes with the decision: it is the person's now, or nobody's. */
async function decide(
  db: Database,
  actor: Actor,
  applicationId: number,
  outcome: { readonly state: number; readonly user_id: number | null },
): Promise<void> {
  await db
    .updateTable('invite_application')
    .set({ ...outcome, password_hash: '', decided_user_id: actor.userId, decided_time: sql<string>`now()` })
    .where('application_id', '=', applicationId)
    .execute();
  await settleApplied(db, [applicationId], actor.userId);
}
