import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Endpoint, InputOf } from '#shared/wire/endpoint.ts';

interface Deletion {
  /** Reads that it makes stale. */
  readonly refreshes: readonly Endpoint[];
  /** With the `count` of rows. */
  readonly question: MessageKey;
  readonly effect: MessageKey;
  /** Said afterwards, with the `count` of rows. */
  readonly done: MessageKey;
}

/** Deletes rows of a list by a call that takes their `ids`, after a question. */
export function useDeletion<E extends Endpoint>(endpoint: E, { refreshes, question, effect, done }: Deletion) {
  const remove = useAction(endpoint, { refreshes });
  return async (rows: readonly { readonly id: number }[]): Promise<void> => {
    const count = rows.length;
    const title = textOf(question, { count });
    if (await confirm({ title, text: textOf(effect), okText: textOf('action.delete'), isDangerous: true }))
      remove.mutate({ ids: rows.map(({ id }) => id).join(',') } as unknown as InputOf<E>, {
        onSuccess: () => toast.success(textOf(done, { count })),
      });
  };
}
