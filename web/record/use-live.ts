import { useEffect, useRef } from 'react';
import { usePush } from '#web/lib/push/push.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Milliseconds between two readings that other people's changes cause. */
const pause = 15_000;
/** So that not all pages of a company ask at the same moment. */
const spread = 5000;

/** What is shown of a record type is read again when somebody changes records of it. */
export function useLive(type: RecordType): void {
  const timer = useRef<number | undefined>(undefined);
  const last = useRef(0);
  const read = () => {
    timer.current = undefined;
    last.current = Date.now();
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => concerns(type, queryKey[0]) });
  };
  usePush(pushTypes.changed, ({ ids }) => {
    if (ids['subject'] !== type.name || timer.current !== undefined) return;
    const wait = Math.max(0, last.current + pause - Date.now());
    timer.current = window.setTimeout(read, wait + Math.random() * spread);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
}

/** Calls of its family, and those that all types share; what is being typed into a form stays. */
const concerns = (type: RecordType, path: unknown): boolean =>
  typeof path === 'string' &&
  (path.startsWith(`${type.family}/`) || path === 'field/information' || path.startsWith('CrmRecord/'));
