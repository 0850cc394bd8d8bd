import {
  declaredStates,
  stateColumns,
  type HasStates,
  type Locks,
  type StateColumn,
  type StateValue,
} from '#shared/record/states/state.ts';

declare module '#shared/record/verbs.ts' {
  interface RecordVerbs {
    taken_over: true;
  }
}

/** The states of a document in approval, by their values of the wire. */
export const checkStatuses = {
  waiting: 0,
  passed: 1,
  rejected: 2,
  checking: 3,
  withdrawn: 4,
  draft: 5,
  discarded: 6,
} as const;
export type CheckStatus = (typeof checkStatuses)[keyof typeof checkStatuses];

/** States in which a document may be changed and submitted. */
export const openStatuses: readonly CheckStatus[] = [
  checkStatuses.draft,
  checkStatuses.rejected,
  checkStatuses.withdrawn,
];

const { waiting, passed, rejected, checking, withdrawn, draft, discarded } = checkStatuses;

const asks = {
  submit: { one: 'approval.ask_submit', many: 'approval.ask_submit_many' },
  decide: { one: 'approval.ask_decide', many: 'approval.ask_decide_many' },
  discard: { one: 'approval.ask_discard', many: 'approval.ask_discard_many' },
  takeOver: { one: 'approval.ask_take_over', many: 'approval.ask_take_over' },
} as const;

const values = [
  { value: draft, label: 'approval.draft', kind: 'open', colour: 'neutral', isUsual: true },
  { value: waiting, label: 'approval.waiting', kind: 'waiting', colour: 'warning', locks: 'all' },
  { value: checking, label: 'approval.submitted', kind: 'waiting', colour: 'primary', locks: 'all' },
  { value: passed, label: 'approval.approved', kind: 'done', colour: 'success', locks: 'all' },
  { value: rejected, label: 'approval.rejected', kind: 'open', colour: 'danger' },
  { value: withdrawn, label: 'approval.withdrawn', kind: 'open', colour: 'neutral' },
  { value: discarded, label: 'approval.discarded', kind: 'dead', colour: 'neutral', locks: 'all' },
] as const satisfies readonly StateValue[];

/**
 * The transitions that the approval engine causes. What a type has to do then is its guard and effect for the transition
 * (`Rules.transitions`), in the transaction of the decision.
 */
const transitions = {
  submit: { label: 'approval.submit', from: openStatuses, to: waiting, action: 'update', question: asks.submit },
  begin: { label: 'approval.begin', from: [waiting], to: checking, action: 'read', question: asks.decide },
  // documents that the system passes have not waited
  approve: {
    label: 'approval.approve',
    from: [waiting, checking, ...openStatuses],
    to: passed,
    action: 'read',
    question: asks.decide,
  },
  reject: {
    label: 'approval.reject',
    from: [waiting, checking],
    to: rejected,
    action: 'read',
    question: asks.decide,
    reason: { options: [], isRequired: true },
  },
  withdraw: {
    label: 'approval.withdraw',
    from: [waiting, checking],
    to: withdrawn,
    action: 'update',
    question: asks.decide,
  },
  saveDraft: {
    label: 'approval.save_draft',
    from: [rejected, withdrawn],
    to: draft,
    action: 'update',
    question: asks.submit,
  },
  discard: { label: 'approval.discard', from: [passed], to: discarded, action: 'discard', question: asks.discard },
  // a draft of an old system, which was approved there
  takeOver: {
    label: 'approval.take_over',
    from: [draft],
    to: passed,
    action: 'opening',
    question: asks.takeOver,
    verb: 'taken_over',
  },
} as const;
export type ApprovalTransition = keyof typeof transitions;

/** The column of states that approvals drive; undefined for types whose documents are not approved. */
export const approvalColumnOf = (type: HasStates): StateColumn | undefined =>
  stateColumns(type).find(({ driver }) => driver === 'approval');

/** Fields that stay open once a document has passed. */
export function openWhenPassed(column: StateColumn): readonly string[] {
  const locks = declaredStates(column).find(({ value }) => value === passed)?.locks;
  return typeof locks === 'object' && 'except' in locks ? locks.except : [];
}

interface ApprovalColumnOptions {
  /** What stays open once a document has passed: everything but these is locked. */
  readonly openWhenPassed?: readonly string[];
  /** Names of system scenes by state. */
  readonly scenes?: Readonly<Partial<Record<CheckStatus, string>>>;
  /** Its documents end by a column of their own, and are not discarded. */
  readonly endsOtherwise?: true;
  /** Its drafts can be taken over as opening balances (`server/approval/opening.ts`). */
  readonly hasOpening?: true;
}

/**
 * The column `check_status` of a type whose documents are approved; it begins as a draft.
 */
export function approvalColumn({
  openWhenPassed = [],
  scenes = {},
  endsOtherwise,
  hasOpening,
}: ApprovalColumnOptions = {}): StateColumn {
  const { discard, takeOver, ...others } = transitions;
  const locks: Locks = openWhenPassed.length === 0 ? 'all' : { except: openWhenPassed };
  return {
    column: 'check_status',
    fieldName: 'check_status',
    formType: 'checkStatus',
    driver: 'approval',
    values: values.map((state): StateValue => {
      const scene = scenes[state.value];
      return {
        ...state,
        ...(state.value === passed ? { locks } : {}),
        ...(scene === undefined ? {} : { scene }),
      };
    }),
    transitions: { ...others, ...(endsOtherwise ? {} : { discard }), ...(hasOpening ? { takeOver } : {}) },
  };
}
