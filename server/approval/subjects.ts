import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { LinesById, StoredLine } from '#server/record/lines/stored-lines.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import type { Deviation } from '#shared/approval/approval-calls.ts';
import { approvalColumnOf } from '#shared/approval/approval-state.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Facts } from './plan/conditions.ts';

/** A type whose documents are approved. What happens at a transition is in the `Rules.transitions` of the type. */
export interface ApprovalSubject {
  readonly type: RecordType;
  /** Number of its flows on the wire: 1 and 2 are known to older clients. */
  readonly categoryType: number;
  /** What the documents are called: `{type}` of messages. */
  readonly noun: MessageKey;
  /** The field whose value is the amount for the conditions of flows; `facts` may say another. */
  readonly amountField?: string;
  /** Names of facts that no other type has, for conditions of flows. */
  readonly factNames?: readonly string[];
  /** Facts for the conditions of flows beside the fields of the document, such as `amount`. */
  readonly facts?: (db: Database, ids: readonly number[], read: ReadDocuments) => Promise<ReadonlyMap<number, Facts>>;
  /** What an approver has to know beside the prices of the list, such as prices below the floor; without what the actor may not read. */
  readonly deviations?: (db: Database, actor: Actor, id: number) => Promise<Deviation[]>;
  /** Refuses to submit a document that lacks something which a draft may lack. @throws AppError */
  readonly requireComplete?: (row: StoredRow, lines: readonly Pick<StoredLine, 'values'>[]) => void;
  /**
   * Why a document is passed by the system on submission, as the text of its log; null to ask people. `facts` are those
   * of the document.
   */
  readonly autoPass?: (db: Database, actor: Actor, id: number, facts: Facts) => Promise<MessageKey | null>;
}

/** Documents as they are stored, with their lines. */
export interface ReadDocuments {
  readonly rows: readonly StoredRow[];
  readonly lines: LinesById;
}

const byCode = new Map<number, ApprovalSubject>();

/**
 * Makes a type one whose documents are approved; where the server lists its modules, and after the type itself.
 */
export function registerApprovals(subject: ApprovalSubject): void {
  for (const known of byCode.values())
    if (known.categoryType === subject.categoryType && known.type.code !== subject.type.code)
      throw new Error(`${known.type.name} and ${subject.type.name} have one category of flows`);
  columnOf(subject.type);
  byCode.set(subject.type.code, subject);
}

export const approvalSubjects = (): readonly ApprovalSubject[] => [...byCode.values()];

export const approvedTypeNames = (): string[] => approvalSubjects().map(({ type }) => type.name);

/** @throws Error for a type that was not registered */
export function subjectOf(typeCode: number): ApprovalSubject {
  const subject = byCode.get(typeCode);
  if (!subject) throw new Error(`no documents of type ${typeCode} are approved`);
  return subject;
}

/** The one of a type; undefined for a type whose documents are not approved. */
export const subjectOfType = (typeCode: number): ApprovalSubject | undefined => byCode.get(typeCode);

export const subjectOfCategory = (categoryType: number): ApprovalSubject | undefined =>
  approvalSubjects().find((subject) => subject.categoryType === categoryType);

/** The column of states that approvals drive. */
export function columnOf(type: RecordType): string {
  const driven = approvalColumnOf(type);
  if (!driven) throw new Error(`${type.name} has no state of approval`);
  return driven.column;
}
