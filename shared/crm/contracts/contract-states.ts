import type { StateColumn } from '#shared/record/states/state.ts';

/** What may still be written once a contract has passed: the paper that was signed. */
export const openWhenPassed = ['scan'] as const;

/** Whether a contract stands by itself, or is an order that changes another one. */
export const changeStatuses = { none: 0, open: 1, done: 2 } as const;
/** Something is wrong with a contract: what is sold, paid or sent needs somebody's attention. */
export const exceptionStatuses = { none: 0, open: 1, handled: 2 } as const;

const sign = {
  column: 'sign_status',
  fieldName: 'sign_status',
  values: [
    { value: 0, label: 'crm_contract.sign_status.0', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'crm_contract.sign_status.1', kind: 'done', colour: 'primary' },
    { value: 2, label: 'crm_contract.sign_status.2', kind: 'done', colour: 'neutral' },
  ],
  transitions: {
    sign: {
      label: 'contract.sign',
      from: [0],
      to: 1,
      action: 'update',
      question: { one: 'contract.sign_one', many: 'contract.sign_many' },
      isRepeatable: true,
    },
    archive: {
      label: 'contract.archive',
      from: [1],
      to: 2,
      action: 'update',
      question: { one: 'contract.archive_one', many: 'contract.archive_many' },
      isRepeatable: true,
    },
    reopen: {
      label: 'contract.unsign',
      from: [1, 2],
      to: 0,
      action: 'update',
      question: { one: 'contract.unsign_one', many: 'contract.unsign_many' },
      isRepeatable: true,
    },
  },
} as const satisfies StateColumn;

const exception = {
  column: 'exception_status',
  fieldName: 'exception_status',
  values: [
    { value: 0, label: 'crm_contract.exception_status.0', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'crm_contract.exception_status.1', kind: 'waiting', colour: 'danger' },
    { value: 2, label: 'crm_contract.exception_status.2', kind: 'done', colour: 'neutral' },
  ],
  transitions: {
    report: {
      label: 'contract.report',
      from: [0, 2],
      to: 1,
      action: 'update',
      question: { one: 'contract.report_one', many: 'contract.report_many' },
      reason: { options: [], isRequired: true },
    },
    handle: {
      label: 'contract.handle',
      from: [1],
      to: 2,
      action: 'update',
      question: { one: 'contract.handle_one', many: 'contract.handle_many' },
      reason: { options: [], isRequired: true },
    },
    clear: {
      label: 'contract.clear',
      from: [1, 2],
      to: 0,
      action: 'update',
      question: { one: 'contract.clear_one', many: 'contract.clear_many' },
    },
  },
} as const satisfies StateColumn;

/** How much of what was sold has been used; kept by what counts the use. */
const consumption = {
  column: 'consume_status',
  fieldName: 'consume_status',
  values: [
    { value: 0, label: 'crm_contract.consume_status.0', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'crm_contract.consume_status.1', kind: 'open', colour: 'primary' },
    { value: 2, label: 'crm_contract.consume_status.2', kind: 'done', colour: 'success' },
  ],
  transitions: {},
} as const satisfies StateColumn;

/** An order that has changed its contract leaves the lists: what it says is in that contract by then. */
const change = {
  column: 'change_status',
  fieldName: 'change_status',
  values: [
    { value: 0, label: 'crm_contract.change_status.0', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'crm_contract.change_status.1', kind: 'waiting', colour: 'warning' },
    {
      value: 2,
      label: 'crm_contract.change_status.2',
      kind: 'done',
      colour: 'success',
      isClosed: true,
      scene: 'changed',
    },
  ],
  transitions: {},
} as const satisfies StateColumn;

/** The states of a contract beside that of its approval. */
export const contractStates = [sign, exception, consumption, change] as const;
