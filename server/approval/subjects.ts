import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import type { Facts } from './plan/conditions.ts';

/** A type whose documents are approved. What happens at a transition is in the `Rules.transitions` of the type. */
export interface ApprovalSubject {
  readonly type: RecordType;
  /** Number of its flows on the wire: 1 and 2 are known to older clients. */
  readonly categoryType: number;
  /** What the documents are called: `{type}` of messages. */
  readonly noun: MessageKey;
  /** Names of facts that no other type has, for conditions of flows. */
  readonly factNames?: readonly string[];
  /** Facts for the conditions of flows beside the fields of the document, such as `amount`. */
  readonly facts?: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, Facts>>;
  /** Why a document is passed by the system on submission, as the text of its log; null to ask people. */
  readonly autoPass?: (db: Database, actor: Actor, id: number) => Promise<MessageKey | null>;
}

const byCode = new Map<number, ApprovalSubject>();

/**
 * Makes a type one whose documents are approved; where the server lists its modules, and after the type itself.
 * @internal
 */
export function registerApprovals(subject: ApprovalSubject): void {
  for (const known of byCode.values())
    if (known.categoryType === subject.categoryType && known.type.code !== subject.type.code)
      throw new Error(`${known.type.name} and ${subject.type.name} have one category of flows`);
  columnOf(subject.type);
  byCode.set(subject.type.code, subject);
}

export const approvalSubjects = (): readonly ApprovalSubject[] => [...byCode.values()];

/** @throws Error for a type that was not registered */
export function subjectOf(typeCode: number): ApprovalSubject {
  const subject = byCode.get(typeCode);
  if (!subject) throw new Error(`no documents of type ${typeCode} are approved`);
  return subject;
}

export const subjectOfCategory = (categoryType: number): ApprovalSubject | undefined =>
  approvalSubjects().find((subject) => subject.categoryType === categoryType);

/** The column of states that approvals drive. */
export function columnOf(type: RecordType): string {
  const driven = stateColumns(type).find(({ driver }) => driver === 'approval');
  if (!driven) throw new Error(`${type.name} has no state of approval`);
  return driven.column;
}
