import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { guideCalls, type GuideItem } from '#shared/crm/operation-guide/guide-calls.ts';

/** What can be done with items beside editing them. */
export function useGuideActs() {
  const refreshes = [guideCalls.list];
  const save = useAction(guideCalls.save, { refreshes });
  const move = useAction(guideCalls.move, { refreshes, onDone: () => toast.success(textOf('guide.moved')) });
  const remove = useDeletion(guideCalls.remove, {
    refreshes,
    question: 'guide.delete_question',
    effect: 'guide.delete_effect',
    done: 'guide.deleted',
  });
  return {
    setStatus: ({ id, title }: GuideItem, status: 0 | 1) =>
      save.mutate(
        { id, status },
        { onSuccess: () => toast.success(textOf(status === 1 ? 'guide.turned_on' : 'guide.turned_off', { title })) },
      ),
    move: ({ id }: GuideItem, to: 'up' | 'down' | 'top') => move.mutate({ id, to }),
    remove,
  };
}
