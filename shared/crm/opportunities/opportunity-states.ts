import type { ReasonInput, StateColumn } from '#shared/record/states/state.ts';

/** The stage: a row of the group that `type_id` names. */
export const stage = {
  column: 'status_id',
  fieldName: 'status_name',
  values: {
    table: 'business_status',
    idColumn: 'status_id',
    nameColumn: 'name',
    placeColumn: 'order_num',
    kindColumn: 'kind',
    groupColumn: 'type_id',
    groupField: 'type_id',
  },
  inForms: { formType: 'business_status', transition: 'enter' },
  transitions: {
    enter: {
      label: 'crm_business.enter',
      from: 'any',
      to: 'chosen',
      action: 'update',
      question: { one: 'crm_business.enter_one', many: 'crm_business.enter_many' },
    },
  },
} as const satisfies StateColumn;

/** How an opportunity ended, as `is_end` says. */
export const outcomes = { open: 0, won: 1, lost: 2, invalid: 3 } as const;

/** One of the reasons that the company has set up, or in words. */
const reason = {
  options: [],
  rows: { table: 'business_reason', nameColumn: 'name', stateColumn: 'is_end', placeColumn: 'order_num' },
  isRequired: true,
} as const satisfies ReasonInput;

const locked = { locks: 'all', locksStates: [stage.column] } as const;

/** What has ended stays as it was until it is activated. */
export const outcome = {
  column: 'is_end',
  fieldName: 'is_end',
  values: [
    { value: outcomes.open, label: 'crm_business.in_progress', kind: 'open', colour: 'neutral', isUsual: true },
    { value: outcomes.won, label: 'crm_business.won', kind: 'done', colour: 'success', scene: 'won', ...locked },
    { value: outcomes.lost, label: 'crm_business.lost', kind: 'dead', colour: 'danger', scene: 'lost', ...locked },
    { value: outcomes.invalid, label: 'crm_business.invalid', kind: 'dead', colour: 'neutral', ...locked },
  ],
  transitions: {
    win: {
      label: 'crm_business.win',
      from: [outcomes.open],
      to: outcomes.won,
      action: 'update',
      question: { one: 'crm_business.win_one', many: 'crm_business.win_many' },
    },
    lose: {
      label: 'crm_business.lose',
      from: [outcomes.open],
      to: outcomes.lost,
      action: 'update',
      question: { one: 'crm_business.lose_one', many: 'crm_business.lose_many' },
      reason,
    },
    dismiss: {
      label: 'crm_business.dismiss',
      from: [outcomes.open],
      to: outcomes.invalid,
      action: 'update',
      question: { one: 'crm_business.dismiss_one', many: 'crm_business.dismiss_many' },
      reason,
    },
    activate: {
      label: 'crm_business.activate',
      from: [outcomes.won, outcomes.lost, outcomes.invalid],
      to: outcomes.open,
      action: 'update',
      question: { one: 'crm_business.activate_one', many: 'crm_business.activate_many' },
    },
  },
} as const satisfies StateColumn;
