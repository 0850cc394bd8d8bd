import { useEffect, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { agoOf } from '#shared/text/ago.ts';
import { companyTime } from '#shared/record/time.ts';

/** Milliseconds between two looks at the clock. */
const pause = 30_000;

/** A time by how long ago it was (R13.6); its date is read out on hovering. `time` is `yyyy-MM-dd HH:mm:ss`. */
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
