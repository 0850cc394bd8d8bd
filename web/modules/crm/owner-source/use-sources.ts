import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { ownerSourceCalls } from '#shared/crm/owner-source/owner-source-calls.ts';

/** The sources of customers in the reader's language; one that was removed keeps its own word. */
export function useSources() {
  const { data = [], isLoading } = useQuery(callQuery(ownerSourceCalls.sources, {}));
  return {
    options: data.map(({ source, sourceName }) => ({ value: source, label: sourceName })),
    isLoading,
    nameOf: (source: string): string => data.find((one) => one.source === source)?.sourceName ?? source,
  };
}
