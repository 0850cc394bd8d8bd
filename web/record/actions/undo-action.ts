import { call } from '#web/lib/http/client.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { notice, toast } from '#web/ui/feedback.tsx';
import type { Text } from '#web/lib/i18n/i18n.ts';
import type { ActionAnswer } from '#web/record/record-screen.ts';
import { operationCalls } from '#shared/record/calls/ownership-calls.ts';

/** Names that a notice lists before it only counts. */
const mostNames = 10;

/** An action on records may change every list, counter and detail. */
export const refreshAll = (): Promise<void> => queryClient.invalidateQueries();

/** Says that something is done, and offers to undo it. */
export const offerUndo = (text: Text, operationId: number): void =>
  toast.offer(text('action.done'), [
    { label: text('record_action.undo'), take: () => void takeBack(text, operationId) },
  ]);

/** Reports an action, offers its undo, and lists the records that it skipped. */
export async function tellDone(
  text: Text,
  { operationId, count, failed = [], told, toldOf, next }: ActionAnswer,
): Promise<void> {
  await refreshAll();
  const done = text(told ?? 'action.done', toldOf);
  if (operationId !== null)
    toast.offer(done, [
      { label: text('record_action.undo'), take: () => void takeBack(text, operationId) },
      ...(next ? [{ label: text(next.label), take: next.go }] : []),
    ]);
  else if (failed.length === 0) toast.success(done);
  if (failed.length === 0) return;
  const reasons = Map.groupBy(failed, ({ msg }) => msg);
  const lines = [...reasons].map(([msg, those]) => text('record_action.failed_line', { msg, count: those.length }));
  await notice({ title: text('record_action.partly', { count, failed: failed.length }), text: lines.join('\n') });
}

/** Undoes an action; records changed since stay, and are named. */
export async function takeBack(text: Text, operationId: number): Promise<void> {
  try {
    const { undone, kept } = await call(operationCalls.undo, { operationId });
    await refreshAll();
    if (kept.length === 0) return toast.success(text('record_action.undone', { count: undone }));
    const shown = kept.slice(0, mostNames);
    const names = shown.filter(({ msg }) => msg === undefined).map(({ title }) => title);
    const reasons = shown.flatMap(({ title, msg }) =>
      msg === undefined ? [] : [text('state.refused_line', { name: title, msg })],
    );
    const more = kept.length > mostNames ? text('record_action.and_more', { count: kept.length - mostNames }) : '';
    await notice({
      title: text('record_action.undone_partly', { count: undone, kept: kept.length }),
      text: [...reasons, `${names.join(text('record_action.comma'))}${more}`].filter((line) => line !== '').join('\n'),
    });
  } catch {
    // already reported
  }
}
