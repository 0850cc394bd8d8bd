import { useEffect, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { agoOf } from '#shared/text/ago.ts';
import { companyTime } from '#shared/record/time.ts';

/** Milliseconds between updates. */
const pause = 30_000;

/** A time as its age (R13.6), with the date as a tooltip. `time` is `yyyy-MM-dd HH:mm:ss`. */
export function When({ time }: { readonly time: string }) {
  const text = useText();
  const [now, setNow] = useState(() => companyTime(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(companyTime(Date.now())), pause);
    return () => clearInterval(timer);
  }, []);
  const ago = agoOf(time, now);
  return (
    <time dateTime={time.replace(' ', 'T')} title={time}>
      {ago ? text(`ago.${ago.unit}`, { count: ago.count }) : time}
    </time>
  );
}
