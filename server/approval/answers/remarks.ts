import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { attachBatch } from '#server/platform/files/files.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { peopleFor } from '#server/approval/company-people.ts';
import { announceApproval } from '#server/approval/listeners.ts';
import { loadApprovals, type StoredApproval } from '#server/approval/decisions/load.ts';
import { isRunning, waitingIn } from '#server/approval/plan/approval.ts';
import { isFit } from '#server/approval/plan/people.ts';
import { requireReadable, type ReadableApproval } from './readable.ts';

/** Minutes after which people may be reminded once more. */
const pauseMinutes = 60;

/** Reminds those who have to decide, once an hour. @throws AppError `approval.urged` and others */
export async function urge(db: Database, actor: Actor, approvalId: number): Promise<void> {
  const { place, stored } = await held(db, actor, approvalId);
  if (stored.approval.authorId !== actor.userId) throw new AppError('approval.not_submitter');
  if (!isRunning(stored.approval)) throw new AppError('approval.not_running');
  const { rows } = await sql<{ until: string }>`
    select to_char(created_at + make_interval(mins => ${pauseMinutes}), 'YYYY-MM-DD HH24:MI:SS') as until from approval_log
    where approval_id = ${approvalId} and action = 'urged' and created_at > now() - make_interval(mins => ${pauseMinutes})
    order by log_id desc limit 1`.execute(db);
  if (rows[0]) throw new AppError('approval.urged', { time: rows[0].until });
  await note(db, actor, place, stored, { action: 'urged', targets: waitingIn(stored.approval), remarks: '' });
}

/** A comment of somebody who reads the document, with files. Those who take part open it to whom they mention. */
export async function comment(
  db: Database,
  actor: Actor,
  approvalId: number,
  said: { readonly remarks: string; readonly userIds: readonly number[]; readonly batchId?: string | undefined },
): Promise<void> {
  const { place, stored } = await held(db, actor, approvalId);
  const { batchId } = said;
  if (batchId !== undefined) {
    if (!isBatchId(batchId)) throw new AppError('input.field', { parameter: 'batchId' });
    await attachBatch(db, actor, batchId, { typeCode: place.typeCode, recordId: place.recordId });
  }
  const mentioned = [...new Set(said.userIds)].filter((userId) => userId !== actor.userId);
  await requireFit(db, actor, place, stored, mentioned);
  if (takesPart(actor, stored)) await openTo(db, place, mentioned);
  await note(db, actor, place, stored, { action: 'commented', targets: mentioned, remarks: said.remarks, batchId });
}

/** Opens the document to further people; for its submitter and those who decide on it. */
export async function copyTo(
  db: Database,
  actor: Actor,
  approvalId: number,
  userIds: readonly number[],
): Promise<void> {
  const { place, stored } = await held(db, actor, approvalId);
  if (!takesPart(actor, stored)) throw new AppError('approval.no_task');
  const targets = [...new Set(userIds)];
  await requireFit(db, actor, place, stored, targets);
  await openTo(db, place, targets);
  await note(db, actor, place, stored, { action: 'copied', targets, remarks: '' });
}

/** Submitters and those who are asked may show a document to others. */
const takesPart = ({ userId }: Actor, { approval: { authorId, tasks } }: StoredApproval): boolean =>
  authorId === userId || tasks.some((task) => task.userId === userId && task.state !== 'queued');

const openTo = (db: Database, { approvalId, typeCode, recordId }: ReadableApproval, userIds: readonly number[]) =>
  sql`
    insert into approval_copy (user_id, type_code, record_id, approval_id)
    select u, ${typeCode}, ${recordId}, ${approvalId} from unnest(${[...userIds]}::int[]) as u
    on conflict do nothing`.execute(db);

/** The approval, locked, so that of two who do the same at once the second sees what the first has done. */
async function held(
  db: Database,
  actor: Actor,
  approvalId: number,
): Promise<{ readonly place: ReadableApproval; readonly stored: StoredApproval }> {
  const place = await requireReadable(db, actor, approvalId);
  await sql`select from approval where approval_id = ${approvalId} for update`.execute(db);
  const [stored] = await loadApprovals(db, [approvalId], new Map());
  if (!stored) throw new AppError('access.record');
  return { place, stored };
}

async function requireFit(
  db: Database,
  actor: Actor,
  { type }: ReadableApproval,
  { now }: StoredApproval,
  userIds: readonly number[],
): Promise<void> {
  const people = await peopleFor(db, actor.rights.version, type, now);
  const unfit = userIds.find((userId) => !isFit(people, userId));
  if (unfit === undefined) return;
  const name = (await directoryOf(db, actor.rights.version)).user(unfit) ?? String(unfit);
  throw new AppError('approval.person_unfit', { name });
}

async function note(
  db: Database,
  actor: Actor,
  { type, recordId }: ReadableApproval,
  { approvalId, round, approval }: StoredApproval,
  entry: {
    readonly action: 'urged' | 'commented' | 'copied';
    readonly targets: readonly number[];
    readonly remarks: string;
    readonly batchId?: string | undefined;
  },
): Promise<void> {
  const { action, targets, remarks, batchId = null } = entry;
  const { rows } = await sql<{ log_id: number }>`
    insert into approval_log (approval_id, round, action, user_id, targets, remarks, batch_id)
    values (${approvalId}, ${round}, ${action}, ${actor.userId}, ${[...targets]}::int[], ${remarks}, ${batchId})
    returning log_id`.execute(db);
  const { authorId } = approval;
  const waiting = waitingIn(approval);
  const key = `${approvalId}/log/${rows[0]?.log_id ?? 0}`;
  await announceApproval(db, actor, [
    { type, approvalId, key, recordId, action, userId: actor.userId, authorId, targets, waiting, remarks },
  ]);
}
