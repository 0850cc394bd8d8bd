import { useEffect, useRef } from 'react';
import { usePush } from '#web/lib/push/push.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { approvalColumnOf } from '#shared/approval/approval-state.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Milliseconds between reloads caused by other people's changes. */
const pause = 15_000;
/** So that not all pages of a company reload at the same moment. */
const spread = 5000;

/** Reloads what is shown of a record type when its records change, also in a list with a call of its own. */
export const useLive = (type: RecordType, list: string): void =>
  useChanges([type.name], (path) => path === list || concerns(type, path));

let heldUntil = 0;

const restOfHold = (): number => heldUntil - Date.now();

/** Keeps lists as they are while their cells are edited, so that no row moves away under the next key. */
export const holdLists = (milliseconds = 60_000): void => void (heldUntil = Date.now() + milliseconds);

/** Reloads the calls selected by `isStale` when records of these kinds change. */
export function useChanges(subjects: readonly string[], isStale: (path: string) => boolean): void {
  const timer = useRef<number | undefined>(undefined);
  const last = useRef(0);
  const read = () => {
    timer.current = undefined;
    last.current = Date.now();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && isStale(path),
    });
  };
  usePush(pushTypes.changed, ({ ids }) => {
    if (!subjects.includes(String(ids['subject'])) || timer.current !== undefined) return;
    const wait = Math.max(0, last.current + pause - Date.now(), restOfHold());
    timer.current = window.setTimeout(read, wait + Math.random() * spread);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
}

/** Calls of its family, and calls shared by all types; form input stays. */
const concerns = (type: RecordType, path: string): boolean =>
  path.startsWith(`${type.family}/`) ||
  path === 'field/information' ||
  path.startsWith('CrmRecord/') ||
  // also for whoever gets no message, such as those who have passed it
  (approvalColumnOf(type) !== undefined && path.startsWith('examineRecord/'));
