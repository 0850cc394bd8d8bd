import type { FollowUpLink } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';

/** Other records that a follow-up in CRM can refer to, by the names of older clients. */
export const crmFollowUpLinks = [
  { code: 5, subject: 'crm_business', idsKey: 'businessIds', listKey: 'businessList' },
  { code: 3, subject: 'crm_contacts', idsKey: 'contactsIds', listKey: 'contactsList' },
] as const satisfies readonly FollowUpLink[];

declare module '#shared/record/verbs.ts' {
  interface RecordVerbs {
    marked_followed: true;
  }
}

/**
 * Whether a record has been followed up since its owner got it. Writing a follow-up sets it too; the call is for
 * contacts without a note. `isListed`: it is a column of the list and a tag next to the name.
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
