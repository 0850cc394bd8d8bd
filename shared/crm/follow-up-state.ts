import type { StateColumn } from '#shared/record/states/state.ts';

/**
 * Whether somebody has followed up a record since its owner got it. Writing a follow-up changes it too; the call is for
 * who has called without writing it down. `isListed`: it is a column of the list and a tag beside the name.
 */
export function followUpState(path: string, { isListed = false } = {}) {
  const usual = isListed ? {} : ({ isUsual: true } as const);
  return {
    column: 'followup',
    fieldName: 'followup',
    ...(isListed ? {} : ({ isOnRowsOnly: true } as const)),
    values: [
      { value: 0, label: 'crm_leads.followup.0', kind: 'open', colour: 'warning', ...usual },
      { value: 1, label: 'crm_leads.followup.1', kind: 'done', colour: 'success', ...usual },
    ],
    transitions: {
      markFollowed: {
        label: 'todo.mark',
        from: [0],
        to: 1,
        action: 'read',
        question: { one: 'todo.mark_one', many: 'todo.mark_many' },
        isRepeatable: true,
        isUntouching: true,
        verb: 'marked_followed',
        call: { path, body: {} },
      },
    },
  } as const satisfies StateColumn;
}
