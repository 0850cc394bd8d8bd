import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { CheckStatus } from '#shared/approval/approval-state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Approval, Step, Task } from '#server/approval/plan/approval.ts';

/** An approval as it is stored, with its current round. */
export interface StoredApproval {
  readonly approvalId: number;
  readonly typeCode: number;
  readonly recordId: number;
  readonly round: number;
  readonly version: number;
  /** Null for rounds that the system passed without a flow. */
  readonly examineId: number | null;
  /** Who gets a copy once it has passed. */
  readonly ccUserIds: readonly number[];
  readonly approval: Approval;
  /** The latest decision of the round; null before the first. */
  readonly latest: LatestDecision | null;
  /** Milliseconds of the database's clock. */
  readonly now: number;
}

export interface LatestDecision {
  readonly userId: number | null;
  readonly action: string;
  readonly time: string;
}

interface Row {
  readonly approval_id: number;
  readonly type_code: number;
  readonly record_id: number;
  readonly round: number;
  readonly status: CheckStatus;
  readonly version: number;
  readonly examine_id: number | null;
  readonly author_id: number | null;
  readonly owner_id: number | null;
  readonly is_chosen: boolean | null;
  readonly resume_key: number | null;
  readonly cc_user_ids: readonly number[] | null;
  readonly steps: readonly Step[];
  readonly tasks: readonly Task[];
  readonly latest: LatestDecision | null;
  readonly now: number;
}

/**
 * Approvals with everything that a decision looks at, in one statement, in the order of their ids. What decides locks
 * their records first, so that nothing of this changes meanwhile. `owner` is who owns the record now.
 */
export async function loadApprovals(
  db: Database,
  approvalIds: readonly number[],
  owners: ReadonlyMap<number, number | null>,
): Promise<StoredApproval[]> {
  const { rows } = await sql<Row>`${keptPlan}
    select a.approval_id, a.type_code, a.record_id, a.round, a.status, a.version,
      r.examine_id, r.author_id, r.owner_id, r.is_chosen, r.resume_key, r.cc_user_ids,
      coalesce((select json_agg(json_build_object('key', s.key, 'stepType', s.step_type, 'userIds', s.user_ids,
          'ccUserIds', s.cc_user_ids, 'hours', s.hours, 'addedBy', s.added_by, 'state', s.state, 'last', s.last_id)
          order by s.place)
        from approval_step s where s.approval_id = a.approval_id and s.round = a.round), '[]') as steps,
      coalesce((select json_agg(json_build_object('key', t.key, 'stepKey', t.step_key, 'userId', t.user_id,
          'forUserId', t.for_user_id, 'state', t.state) order by t.place)
        from approval_task t where t.approval_id = a.approval_id and t.round = a.round), '[]') as tasks,
      (select json_build_object('userId', l.user_id, 'action', l.action, 'time', to_char(l.created_at, 'YYYY-MM-DD HH24:MI:SS'))
        from approval_log l where l.approval_id = a.approval_id and l.action = any(${deciding}::text[])
        order by l.log_id desc limit 1) as latest,
      (extract(epoch from now()) * 1000)::float8 as now
    from approval a left join approval_round r on r.approval_id = a.approval_id and r.round = a.round
    where a.approval_id = any(${[...approvalIds]}::int[]) order by a.approval_id`.execute(db);
  return rows.map((row) => ({
    approvalId: row.approval_id,
    typeCode: row.type_code,
    recordId: row.record_id,
    round: row.round,
    version: row.version,
    examineId: row.examine_id,
    ccUserIds: row.cc_user_ids ?? [],
    latest: row.latest,
    now: row.now,
    approval: {
      status: row.status,
      authorId: row.author_id ?? 0,
      ownerId: owners.get(row.approval_id) ?? row.owner_id,
      isChosen: row.is_chosen ?? false,
      steps: row.steps,
      tasks: row.tasks,
      resumeKey: row.resume_key,
    },
  }));
}

/** What somebody who comes too late reads about. */
const deciding = [
  'submitted',
  'passed',
  'rejected',
  'withdrawn',
  'returned',
  'signers_added',
  'transferred',
  'handed_over',
  'passed_by_system',
  'discarded',
];

/** Where approvals and their records are; unknown ids are absent. */
export interface ApprovalPlace {
  readonly approvalId: number;
  readonly typeCode: number;
  readonly recordId: number;
}

export async function placesOf(db: Database, approvalIds: readonly number[]): Promise<ApprovalPlace[]> {
  const { rows } = await sql<ApprovalPlace>`
    select approval_id as "approvalId", type_code as "typeCode", record_id as "recordId"
    from approval where approval_id = any(${[...approvalIds]}::int[]) order by approval_id`.execute(db);
  return rows;
}

/** @throws AppError `access.record` */
export async function requirePlace(db: Database, approvalId: number): Promise<ApprovalPlace> {
  const [place] = await placesOf(db, [approvalId]);
  if (!place) throw new AppError('access.record');
  return place;
}

/** The approval of a record; null before it was first submitted or saved as a draft. */
export async function approvalIdOf(db: Database, typeCode: number, recordId: number): Promise<number | null> {
  const { rows } = await sql<{ approval_id: number }>`
    select approval_id from approval where type_code = ${typeCode} and record_id = ${recordId}`.execute(db);
  return rows[0]?.approval_id ?? null;
}
