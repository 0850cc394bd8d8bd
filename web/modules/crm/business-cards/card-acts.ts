import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { businessCardCalls, type BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';

/** What can be done with cards beside editing them. */
export function useCardActs() {
  const refreshes = [businessCardCalls.list];
  const save = useAction(businessCardCalls.save, { refreshes });
  const remove = useAction(businessCardCalls.remove, { refreshes });
  return {
    setStatus: ({ id, name }: BusinessCard, status: 0 | 1) =>
      save.mutate(
        { id, status },
        {
          onSuccess: () =>
            toast.success(textOf(status === 1 ? 'business_card.turned_on' : 'business_card.turned_off', { name })),
        },
      ),
    remove: async (cards: readonly BusinessCard[]) => {
      const count = cards.length;
      const title = textOf('business_card.delete_question', { count });
      const okText = textOf('action.delete');
      if (await confirm({ title, text: textOf('business_card.delete_effect'), okText, isDangerous: true }))
        remove.mutate(
          { ids: cards.map(({ id }) => id).join(',') },
          { onSuccess: () => toast.success(textOf('business_card.deleted', { count })) },
        );
    },
  };
}
