/**
 * Records that a follow-up can be about beside its own: the key of their ids in requests and answers, and of their names
 * in answers (reference crm §7.9). A type that is not registered has no records to link.
 */
export const followUpLinks = {
  contacts: { code: 3, idsKey: 'contactsIds', listKey: 'contactsList' },
  business: { code: 5, idsKey: 'businessIds', listKey: 'businessList' },
} as const;

export type FollowUpLink = keyof typeof followUpLinks;
export const followUpLinkNames = Object.keys(followUpLinks) as FollowUpLink[];
