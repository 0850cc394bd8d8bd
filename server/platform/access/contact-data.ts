import type { Actor } from '#server/platform/access/actor.ts';

/**
 * Only people who manage the staff list or may read the address book see the login name, mobile and e-mail of
 * colleagues.
 */
export const maySeeContact = (actor: Actor): boolean => actor.mayDo('manage:users:read') || actor.mayDo('oa:book:read');
