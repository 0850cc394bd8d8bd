import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { businessCardCalls, type BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';

/** What can be done with cards beside editing them. */
export function useCardActs() {
  const refreshes = [businessCardCalls.list];
  const save = useAction(businessCardCalls.save, { refreshes });
  const remove = useDeletion(businessCardCalls.remove, {
    refreshes,
    question: 'business_card.delete_question',
    effect: 'business_card.delete_effect',
    done: 'business_card.deleted',
  });
  return {
    setStatus: ({ id, name }: BusinessCard, status: 0 | 1) =>
      save.mutate(
        { id, status },
        {
          onSuccess: () =>
            toast.success(textOf(status === 1 ? 'business_card.turned_on' : 'business_card.turned_off', { name })),
        },
      ),
    remove,
  };
}
