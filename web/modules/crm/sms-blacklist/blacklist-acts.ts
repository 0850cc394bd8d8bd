import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { smsBlacklistCalls, type BlacklistedNumber } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';

type Entries = readonly BlacklistedNumber[];

const idsOf = (entries: Entries): string => entries.map(({ id }) => id).join(',');

/** What can be done with entries, one or many. */
export function useBlacklistActs() {
  const refreshes = [smsBlacklistCalls.list, smsBlacklistCalls.byPhone];
  const status = useAction(smsBlacklistCalls.setStatus, { refreshes });
  const remove = useDeletion(smsBlacklistCalls.remove, {
    refreshes,
    question: 'sms_blacklist.delete_question',
    effect: 'sms_blacklist.delete_effect',
    done: 'sms_blacklist.deleted',
  });
  return {
    setStatus: (entries: Entries, enableFlag: 0 | 1) =>
      status.mutate(
        { ids: idsOf(entries), enableFlag },
        {
          onSuccess: () =>
            toast.success(
              textOf(enableFlag === 1 ? 'sms_blacklist.turned_on' : 'sms_blacklist.turned_off', {
                count: entries.length,
              }),
            ),
        },
      ),
    remove,
  };
}
