import type { Actor } from '#server/platform/access/actor.ts';

/** Login name, mobile and e-mail of colleagues are for those who keep the staff list or may read the address book. */
export const maySeeContact = (actor: Actor): boolean => actor.mayDo('manage:users:read') || actor.mayDo('oa:book:read');
