import { useQueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { notice, toast } from '#web/ui/feedback.tsx';
import { rightsRequestCalls } from '#shared/admin/rights-request-calls.ts';
import type { Endpoint, InputOf } from '#shared/wire/endpoint.ts';

/** Whether the call was answered with a request that waits for a confirmation. */
export const isWaiting = (error: unknown): boolean =>
  isCallError(error) && typeof (error.detail as { waiting?: unknown } | undefined)?.waiting === 'number';

/** Says what waits, so that it is read. */
export const tellWaiting = (msg: string): Promise<void> =>
  notice({ title: textOf('rights.sent'), text: msg, okText: textOf('action.ok') });

interface RightsAction<E extends Endpoint> {
  readonly refreshes?: readonly Endpoint[];
  /** Everything is done; with `isAsked` something of it waits, and the user has been told so. */
  readonly onDone: (input: InputOf<E>, isAsked: boolean) => void;
}

/** Makes such a call for a step of something longer: done, waiting for a confirmation, or refused; each has been said. */
export function useRightsTry<E extends Endpoint>(endpoint: E, refreshes: readonly Endpoint[]) {
  const client = useQueryClient();
  return async (input: InputOf<E>): Promise<'done' | 'asked' | 'refused'> => {
    try {
      await call(endpoint, input, { quiet: true });
      return 'done';
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (!isWaiting(error)) {
        if (error.fault !== 'aborted' && error.msg !== '') toast.error(error.msg);
        return 'refused';
      }
      void tellWaiting(error.msg);
      return 'asked';
    } finally {
      void refreshCalls(client, ...refreshes, rightsRequestCalls.list, rightsRequestCalls.count);
    }
  };
}

/** As `useAction`, for calls of which something may wait for somebody's confirmation (security A15). */
export function useRightsAction<E extends Endpoint>(endpoint: E, { refreshes = [], onDone }: RightsAction<E>) {
  const client = useQueryClient();
  const action = useAction(endpoint, { quiet: true, refreshes, onDone: (_answer, input) => onDone(input, false) });
  const mutate = (input: InputOf<E>) =>
    action.mutate(input, {
      onError: (error) => {
        if (!isCallError(error)) return;
        if (!isWaiting(error)) {
          if (error.fault !== 'aborted' && error.msg !== '') toast.error(error.msg);
          return;
        }
        onDone(input, true);
        void tellWaiting(error.msg);
        void refreshCalls(client, ...refreshes, rightsRequestCalls.list, rightsRequestCalls.count);
      },
    });
  return { mutate, isPending: action.isPending };
}
