import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { useToDoCounts } from '#web/modules/crm/to-do/to-do-count.ts';
import { toDoCalls, type DueItem } from '#shared/crm/to-do-calls.ts';

/** Polling interval in milliseconds; each poll looks a little further ahead than that. */
const lookAgain = 300_000;
const minutesAhead = 10;

/** Contacts already announced by this page: a change of the list does not announce them again. */
const told = new Set<string>();
const tagOf = ({ types, id, nextTime }: DueItem): string => `${types}.${id}.${nextTime}`;

/** Shows desktop notifications of due contacts; renders nothing. */
export function DueReminders() {
  const text = useText();
  const navigate = useNavigate();
  // keeps due contacts current when people change them
  useToDoCounts();
  const { data, dataUpdatedAt } = useQuery({
    ...callQuery(toDoCalls.due, { minutes: minutesAhead }),
    refetchInterval: lookAgain,
    refetchIntervalInBackground: true,
  });
  const tell = useEffectEvent((item: DueItem) => {
    const tag = tagOf(item);
    if (told.has(tag) || Notification.permission !== 'granted') return;
    told.add(tag);
    // the same tag in another window replaces this notification
    const notification = new Notification(text('queue.due_now', { name: item.name }), {
      body: text('queue.due_at', { time: item.nextTime.slice(0, 16) }),
      tag,
    });
    notification.onclick = () => {
      window.focus();
      const path = recordPath(item.types, item.id);
      if (path !== null) void navigate(path);
      notification.close();
    };
  });
  useEffect(() => {
    const timers = (data ?? []).map((item) =>
      setTimeout(() => tell(item), Math.max(0, dataUpdatedAt + item.inSeconds * 1000 - Date.now())),
    );
    return () => timers.forEach(clearTimeout);
  }, [data, dataUpdatedAt]);
  return null;
}
