import { Composer } from '#web/record/follow-up/composer.tsx';
import { Timeline } from '#web/record/follow-up/timeline.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';

/** Follow-ups of a record: the box to write one stands on top, ready to type (ui "Drawer template"). */
export function FollowUps({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  return (
    <>
      <Composer screen={screen} id={id} />
      <Timeline screen={screen} id={id} />
    </>
  );
}
