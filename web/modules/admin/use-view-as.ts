import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { beginView, currentView } from '#web/lib/session/viewing.ts';
import { viewingCalls } from '#shared/admin/viewing/viewing-calls.ts';

/** Looking at the product as somebody else: as a person for those who administer all, by a role for who sets roles up. */
export function useViewAs() {
  const { tree } = useSession();
  const start = useAction(viewingCalls.start, {
    onDone: (answer, { roleId }) =>
      beginView(answer, {
        text: textOf(roleId === undefined ? 'viewing.banner_person' : 'viewing.banner_role', { name: answer.name }),
        leave: textOf('viewing.leave'),
      }),
  });
  const isOwn = currentView() === null;
  return {
    mayAsPerson: isOwn && tree.allAuth.isAdmin === 1,
    mayAsRole: isOwn && 'permission' in (tree.manage ?? {}) && tree.manage?.['permission']?.['update'] === true,
    viewAs: start.mutate,
    isPending: start.isPending,
  };
}
