import { useText } from '#web/lib/i18n/i18n.ts';
import { agoOf } from '#shared/text/ago.ts';
import { useNow } from '#web/ui/values/use-now.ts';

/** A time as its age (R13.6), with the exact time as a tooltip; seconds are for logs. `time` is `yyyy-MM-dd HH:mm:ss`. */
export function When({ time }: { readonly time: string }) {
  const text = useText();
  const now = useNow();
  const ago = agoOf(time, now);
  return (
    <time dateTime={time.replace(' ', 'T')} title={time}>
      {ago ? text(`ago.${ago.unit}`, { count: ago.count }) : time.slice(0, 16)}
    </time>
  );
}
