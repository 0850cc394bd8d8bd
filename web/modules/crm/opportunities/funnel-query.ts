import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import type { ShownQuery } from '#web/record/record-screen.ts';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcome } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

const groupField = opportunityType.states[0].values.groupField;

/** The group that the list is restricted to; undefined for none. */
function groupIn({ data = [] }: ShownQuery): number | undefined {
  const asked = data.find(({ fieldName }) => fieldName === groupField || fieldName === 'type_name');
  const value = Number(Array.isArray(asked?.value) ? asked.value[0] : asked?.value);
  return value > 0 ? value : undefined;
}

/** The funnel under the conditions of the list but for the stage and the outcome, which it shows all of. */
export function useFunnel(query: ShownQuery, typeId = groupIn(query)) {
  const { page: _page, limit: _limit, cursor: _cursor, data = [], ...asked } = query;
  const shown = [opportunityType.states[0].fieldName, outcome.fieldName] as readonly string[];
  const conditions = data.filter(({ fieldName }) => !shown.includes(fieldName ?? ''));
  return useQuery({
    ...callQuery(opportunityCalls.funnel, { ...asked, data: conditions, ...(typeId === undefined ? {} : { typeId }) }),
    placeholderData: keepPreviousData,
  });
}
