import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

/** The columns of a type with labels in the reader's language, cached for five minutes. */
export const useFilterFields = (screen: RecordScreen | null) =>
  useQuery({
    ...callQuery(fieldCalls.filterFields, { label: screen?.code ?? 0 }),
    staleTime: 300_000,
    enabled: screen !== null,
  });
