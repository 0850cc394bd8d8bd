import { useEffect, useRef } from 'react';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Composer } from '#web/record/follow-up/composer.tsx';
import { Timeline } from '#web/record/follow-up/timeline.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

interface FollowUpsProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Number of requests to focus the box: the caret is moved on each. */
  readonly writing: number;
}

/** Follow-ups of a record, with the input at the top, ready to type (ui "Drawer template"). */
export function FollowUps({ screen, id, writing }: FollowUpsProps) {
  const may = useMay();
  // on a phone it is written in a sheet from below
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (writing > 0) box.current?.querySelector('textarea')?.focus();
  }, [writing]);
  return (
    <>
      {!isPhone && may(permissionOf(screen.type, 'read')) && <Composer screen={screen} id={id} box={box} />}
      <Timeline screen={screen} id={id} />
    </>
  );
}
