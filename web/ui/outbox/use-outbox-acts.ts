import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import type { OutboxRow } from '#shared/platform/outbox-calls.ts';
import { outboxStates } from '#shared/platform/outbox-states.ts';
import type { Endpoint, InputOf } from '#shared/wire/endpoint.ts';

const isFailed = ({ state }: OutboxRow): boolean => state === outboxStates.failed;

/** Sends the failed ones of entries again, or drops them after a question, by calls that take `ids`. */
export function useOutboxActs<E extends Endpoint>(calls: {
  readonly repeat: E;
  readonly drop: E;
  readonly list: Endpoint;
}) {
  const repeat = useAction(calls.repeat, { refreshes: [calls.list] });
  const drop = useAction(calls.drop, { refreshes: [calls.list] });
  const inputOf = (rows: readonly OutboxRow[]) =>
    ({ ids: rows.map(({ id }) => id).join(',') }) as unknown as InputOf<E>;
  return {
    isFailed,
    repeat: (given: readonly OutboxRow[]) => {
      const rows = given.filter(isFailed);
      repeat.mutate(inputOf(rows), {
        onSuccess: () => toast.success(textOf('outbox.repeated', { count: rows.length })),
      });
    },
    drop: async (given: readonly OutboxRow[]) => {
      const rows = given.filter(isFailed);
      const count = rows.length;
      const title = textOf('outbox.drop_question', { count });
      const okText = textOf('outbox.drop');
      if (await confirm({ title, text: textOf('outbox.drop_effect'), okText, isDangerous: true }))
        drop.mutate(inputOf(rows), { onSuccess: () => toast.success(textOf('outbox.dropped', { count })) });
    },
  };
}
