import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { usePush } from '#web/lib/push/push.ts';
import { handOverCalls, type HandOverState } from '#shared/admin/hand-over/hand-over-calls.ts';

/** Milliseconds between looks at one that runs, beside what the server sends. */
const pollEvery = 2000;

export const isUnderWay = (state: HandOverState | undefined): boolean => state === 'running' || state === 'undoing';

/** A hand-over, followed while it runs. */
export function useHandOver(handOverId: number) {
  const query = useQuery({
    ...callQuery(handOverCalls.query, { handOverId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? pollEvery : false),
  });
  usePush('hand_over.progress', ({ ids }) => {
    if (Number(ids['handOverId']) === handOverId) void query.refetch({ cancelRefetch: false });
  });
  return query;
}
