import type { Text } from '#web/lib/i18n/i18n.ts';
import type { InviteInfo } from '#shared/admin/invite/invite-calls.ts';

/** Where a link puts people, and as what. */
export const placeText = (text: Text, { deptName, roleNames }: Pick<InviteInfo, 'deptName' | 'roleNames'>): string =>
  text('invite.place', { dept: deptName || text('invite.lost_place'), roles: roleNames.join(text('rights.comma')) });
