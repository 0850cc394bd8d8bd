import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { usePush } from '#web/lib/push/push.ts';
import { useChanges } from '#web/record/list/use-live.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { toDoCalls, toDoKinds } from '#shared/crm/to-do-calls.ts';

/** Items become due as time passes: polling interval in milliseconds without changes. */
const lookAgain = 300_000;
const subjects = [...new Set(Object.values(toDoKinds).map(({ type }) => type.name))];

/** Counts and lists follow changes; an open queue keeps its order. */
const isStale = (path: string): boolean => path.startsWith('CrmBackLog/') && path !== toDoCalls.run.path;

/** Number of waiting items by kind, kept current while it is shown. */
export function useToDoCounts() {
  const client = useQueryClient();
  useChanges(subjects, isStale);
  usePush(pushTypes.toDo, () => void refreshCalls(client, toDoCalls.num));
  return useQuery({ ...callQuery(toDoCalls.num, {}), refetchInterval: lookAgain });
}

/** The number next to the sidebar entry (R20.5). */
export const useToDoTotal = (): number => useToDoCounts().data?.['totalNum'] ?? 0;
