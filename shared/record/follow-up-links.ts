import type { Subject } from '#shared/wire/endpoint.ts';

/**
 * Records that a follow-up can be about beside its own: the key of their ids in requests and answers, and of their names
 * in answers (R13.2). A type that is not registered has no records to link.
 */
export const followUpLinks = {
  contacts: { code: 3, subject: 'crm_contacts', idsKey: 'contactsIds', listKey: 'contactsList' },
  business: { code: 5, subject: 'reference', idsKey: 'businessIds', listKey: 'businessList' },
} as const satisfies Record<string, FollowUpLinkShape>;

interface FollowUpLinkShape {
  readonly code: number;
  /** What the ids name; a reference as long as the type is not there. */
  readonly subject: Subject;
  readonly idsKey: string;
  readonly listKey: string;
}

export type FollowUpLink = keyof typeof followUpLinks;
export const followUpLinkNames = Object.keys(followUpLinks) as FollowUpLink[];

/** The ids among the parameters of a follow-up, and what they name. */
export const followUpLinkSubjects: Readonly<Record<string, Subject>> = Object.fromEntries(
  followUpLinkNames.map((link) => [followUpLinks[link].idsKey, followUpLinks[link].subject]),
);
