import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useChanges } from '#web/record/list/use-live.ts';
import { toDoCalls, toDoKinds } from '#shared/crm/to-do-calls.ts';

/** Time alone makes things due: milliseconds between two looks when nobody changes anything. */
const lookAgain = 300_000;
const subjects = [...new Set(Object.values(toDoKinds).map(({ type }) => type.name))];

/** Counts and lists follow what people do; the run that somebody works through keeps its order. */
const isStale = (path: string): boolean => path.startsWith('CrmBackLog/') && path !== toDoCalls.run.path;

/** How many wait by kind, kept up to date while it is shown. */
export function useToDoCounts() {
  useChanges(subjects, isStale);
  return useQuery({ ...callQuery(toDoCalls.num, {}), refetchInterval: lookAgain });
}

/** The number beside the entry of the sidebar (R20.5). */
export const useToDoTotal = (): number => useToDoCounts().data?.['totalNum'] ?? 0;
