import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { StoredFlow } from './flows/stored-flows.ts';
import { loadApprovals, type StoredApproval } from './decisions/load.ts';
import type { Approval, LogEntry } from './plan/approval.ts';
import { submitted } from './plan/begin.ts';
import type { Document } from './snapshot.ts';
import type { ApprovalSubject } from './subjects.ts';

/** An approval that is about to begin. */
export interface Opened extends StoredApproval {
  /** The approver that was chosen in a draft. */
  readonly chosenId: number | null;
}

/** The approvals of locked documents, made if need be. */
export async function approvalsFor(
  db: Database,
  { type, categoryType }: ApprovalSubject,
  ids: readonly number[],
): Promise<Opened[]> {
  const { rows } = await sql<{ approval_id: number; chosen_id: number | null }>`${keptPlan}
    insert into approval (type_code, record_id, category_type, status)
    select ${type.code}, r.id, ${categoryType}, ${checkStatuses.draft} from unnest(${[...ids]}::bigint[]) as r(id)
    on conflict (type_code, record_id) do update set category_type = excluded.category_type
    returning approval_id, chosen_id`.execute(db);
  const chosen = new Map(rows.map((row) => [row.approval_id, row.chosen_id]));
  const stored = await loadApprovals(db, [...chosen.keys()], new Map());
  return stored.map((one) => ({ ...one, chosenId: chosen.get(one.approvalId) ?? null }));
}

interface NewRound {
  readonly stored: StoredApproval;
  readonly document: Document;
  readonly flow: StoredFlow | null;
  readonly approval: Approval;
}

/** New rounds, with the documents as they are now. */
export async function insertRounds(db: Database, rounds: readonly NewRound[]): Promise<void> {
  const rows = rounds.map(({ stored, document, flow, approval }) => ({
    approval_id: stored.approvalId,
    round: stored.round + 1,
    examine_id: flow?.examineId ?? null,
    author_id: approval.authorId,
    owner_id: approval.ownerId,
    is_chosen: approval.isChosen,
    status: approval.status,
    cc_user_ids: flow?.ccUserIds ?? [],
    record_version: document.row.version,
    snapshot: document.snapshot,
  }));
  await sql`${keptPlan}
    insert into approval_round (approval_id, round, examine_id, author_id, owner_id, is_chosen, status, cc_user_ids,
      record_version, snapshot)
    select approval_id, round, examine_id, author_id, owner_id, is_chosen, status, cc_user_ids, record_version, snapshot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (approval_id int, round int, examine_id int, author_id int,
      owner_id int, is_chosen boolean, status smallint, cc_user_ids int[], record_version int, snapshot jsonb)`.execute(
    db,
  );
}

/** What a document comes to that nobody is asked about: the log names the system. */
export function passedBySystem(
  authorId: number,
  { row }: Document,
): { readonly approval: Approval; readonly log: readonly LogEntry[] } {
  const none = { userId: null, stepKey: null, taskKey: null, targets: [] };
  return {
    approval: {
      status: checkStatuses.passed,
      authorId,
      ownerId: row.owner_user_id,
      isChosen: false,
      steps: [],
      tasks: [],
      resumeKey: null,
    },
    log: [submitted(authorId), { ...none, action: 'passed_by_system' }, { ...none, action: 'finished' }],
  };
}
