import { checkStatuses } from '#shared/approval/approval-state.ts';
import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { StoredApproval } from './load.ts';
import { isRunning, type Approval, type LogEntry, type Step, type Task } from '#server/approval/plan/approval.ts';

/** A change of an approval to be written. */
export interface ApprovalChange {
  readonly stored: StoredApproval;
  /** The round that it belongs to; a new one for a submission. */
  readonly round: number;
  readonly next: Approval;
  readonly log: readonly (LogEntry & { readonly batchId?: string | undefined })[];
  readonly remarks: string;
  /** Due times of steps that ask somebody now, in milliseconds of the database's clock. */
  readonly dueByStep: ReadonlyMap<number, number>;
}

/** Whom a step asks and that there is no further one is said by the tasks and the state. */
const isKept = ({ action }: LogEntry): boolean => action !== 'asked' && action !== 'finished';

/** The remark belongs to what a person did first; to the system's pass, where nobody decided. */
const carriesRemark = (entry: LogEntry, { log }: ApprovalChange): boolean =>
  entry === (log.find(({ action }) => action === 'passed_by_system') ?? log.find(({ userId }) => userId !== null));

/**
 * Writes what is different in approvals, their steps, tasks and log, in one statement however many there are. Copies open
 * the document to those who get them.
 */
export async function storeChanges(db: Database, changes: readonly ApprovalChange[]): Promise<void> {
  const heads = changes.map(({ stored, round, next }) => ({
    approval_id: stored.approvalId,
    round,
    status: next.status,
    resume_key: next.resumeKey,
    is_over: !isRunning(next),
  }));
  const steps = changes.flatMap(stepRows);
  const tasks = changes.flatMap(taskRows);
  const log = changes.flatMap((change) =>
    change.log.filter(isKept).map((entry) => ({
      approval_id: change.stored.approvalId,
      round: change.round,
      action: entry.action,
      user_id: entry.userId,
      step_key: entry.stepKey,
      task_key: entry.taskKey,
      targets: entry.targets,
      remarks: carriesRemark(entry, change) ? change.remarks : '',
      batch_id: entry.batchId ?? null,
    })),
  );
  await sql`${keptPlan}
    with heads as (
      update approval a set round = h.round, status = h.status, version = a.version + 1
      from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as h (approval_id int, round int, status smallint)
      where a.approval_id = h.approval_id
    ), rounds as (
      update approval_round r set status = h.status, resume_key = h.resume_key,
        ended_at = case when h.is_over then coalesce(r.ended_at, now()) end
      from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
        as h (approval_id int, round int, status smallint, resume_key int, is_over boolean)
      where r.approval_id = h.approval_id and r.round = h.round and h.status not in (${checkStatuses.draft}, ${checkStatuses.discarded})
    ), changed_steps as (
      update approval_step s set place = n.place, state = n.state, last_id = n.last_id
      from jsonb_to_recordset(${JSON.stringify(steps.filter(isKnown))}::jsonb)
        as n (approval_id int, round int, key int, place int, state text, last_id int)
      where (s.approval_id, s.round, s.key) = (n.approval_id, n.round, n.key)
    ), new_steps as (
      insert into approval_step (approval_id, round, key, place, step_type, user_ids, cc_user_ids, hours, added_by, state, last_id)
      select approval_id, round, key, place, step_type, user_ids, cc_user_ids, hours, added_by, state, last_id
      from jsonb_to_recordset(${JSON.stringify(steps.filter(isNew))}::jsonb) as s (approval_id int, round int, key int, place int,
        step_type smallint, user_ids int[], cc_user_ids int[], hours int, added_by int, state text, last_id int)
    ), changed_tasks as (
      update approval_task t set place = n.place, state = n.state,
        asked_at = case when n.state = 'pending' and t.state <> 'pending' then now() else t.asked_at end,
        due_at = coalesce(to_timestamp(n.due / 1000.0), t.due_at),
        decided_at = coalesce(t.decided_at, case when n.is_decided then now() end)
      from jsonb_to_recordset(${JSON.stringify(tasks.filter(isKnown))}::jsonb) as n (approval_id int, round int, key int,
        place int, user_id int, state text, due float8, is_decided boolean)
      where (t.approval_id, t.round, t.key, t.user_id) = (n.approval_id, n.round, n.key, n.user_id)
    ), new_tasks as (
      insert into approval_task (approval_id, round, key, place, step_key, type_code, record_id, author_id, user_id,
        for_user_id, state, asked_at, due_at, decided_at)
      select approval_id, round, key, place, step_key, type_code, record_id, author_id, user_id, for_user_id, state,
        case when state = 'pending' then now() end, to_timestamp(due / 1000.0), case when is_decided then now() end
      from jsonb_to_recordset(${JSON.stringify(tasks.filter(isNew))}::jsonb) as t (approval_id int, round int, key int, place int,
        step_key int, type_code int, record_id bigint, author_id int, user_id int, for_user_id int, state text, due float8,
        is_decided boolean)
    ), copies as (
      insert into approval_copy (user_id, type_code, record_id, approval_id)
      select distinct target, a.type_code, a.record_id, a.approval_id
      from jsonb_to_recordset(${JSON.stringify(log)}::jsonb) as l (approval_id int, action text, targets int[])
      join approval a on a.approval_id = l.approval_id
      cross join unnest(l.targets) as target
      where l.action = 'copied' and exists (select from app_user u where u.user_id = target)
      on conflict do nothing
    )
    insert into approval_log (approval_id, round, action, user_id, step_key, task_key, targets, remarks, batch_id)
    select approval_id, round, action, user_id, step_key, task_key, targets, remarks, batch_id
    from rows from (jsonb_to_recordset(${JSON.stringify(log)}::jsonb) as (approval_id int, round int, action text,
      user_id int, step_key int, task_key int, targets int[], remarks text, batch_id text)) with ordinality as l
    order by ordinality`.execute(db);
}

interface Row {
  readonly is_new: boolean;
}
const isNew = ({ is_new: made }: Row): boolean => made;
const isKnown = (row: Row): boolean => !isNew(row);

/** Steps that are new in the round, or have changed; inserting one moves those behind it. */
function stepRows({ stored, round, next }: ApprovalChange) {
  const before = round === stored.round ? stored.approval.steps : [];
  return next.steps.flatMap((step, place) => {
    const former = before[place];
    if (former?.key === step.key && former.state === step.state && former.last === step.last) return [];
    return [{ ...stepRow(stored.approvalId, round, step, place), is_new: !before.some(({ key }) => key === step.key) }];
  });
}

const stepRow = (approvalId: number, round: number, step: Step, place: number) => ({
  approval_id: approvalId,
  round,
  key: step.key,
  place,
  step_type: step.stepType,
  user_ids: step.userIds,
  cc_user_ids: step.ccUserIds,
  hours: step.hours,
  added_by: step.addedBy,
  state: step.state,
  last_id: step.last,
});

const decidedStates: ReadonlySet<Task['state']> = new Set(['passed', 'rejected', 'returned']);

function taskRows({ stored, round, next, dueByStep }: ApprovalChange) {
  const before = round === stored.round ? stored.approval.tasks : [];
  return next.tasks.flatMap((task, place) => {
    const former = before[place];
    if (former?.key === task.key && former.state === task.state) return [];
    return [
      {
        approval_id: stored.approvalId,
        round,
        key: task.key,
        place,
        step_key: task.stepKey,
        type_code: stored.typeCode,
        record_id: stored.recordId,
        author_id: next.authorId,
        user_id: task.userId,
        for_user_id: task.forUserId,
        state: task.state,
        due: task.state === 'pending' ? (dueByStep.get(task.stepKey) ?? null) : null,
        is_decided: decidedStates.has(task.state),
        is_new: !before.some(({ key }) => key === task.key),
      },
    ];
  });
}
