import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { businessCardCalls } from '#shared/crm/business-cards/business-card-calls.ts';

/** The types of cards as options; none until they have come. */
export function useCardTypes() {
  const { data = [], isFetching } = useQuery({ ...callQuery(businessCardCalls.types, {}), staleTime: 600_000 });
  return { options: data.map(({ id, name }) => ({ value: id, label: name })), loading: isFetching };
}
