import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';

/** What records are to meet that are offered for a relation, as far as the reader can filter by it (`Relation.offers`). */
export function useOffers(screen: RecordScreen | null | undefined, relation: Relation | undefined): Condition[] {
  const offers = relation?.offers;
  const fields = useFilterFields(offers && screen ? screen : null).data ?? [];
  return offers && fields.some(({ fieldName }) => fieldName === offers.field)
    ? [{ fieldName: offers.field, condition: 'is', value: offers.is }]
    : [];
}
