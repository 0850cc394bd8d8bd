import { use } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { childRelations, childrenLabel } from '#shared/record/relations/child-relations.ts';
import { capitalised } from '#shared/text/capitalised.ts';

/** Child types that can go along with the records of a type, when these change hands: their wire numbers and names. */
export function useAlong(type: RecordType) {
  const text = useText();
  const types = use(RecordTypesContext).map((known) => known.type);
  return childRelations(types, type.code).flatMap((child) => {
    const { onTransfer, changeType } = child.relation;
    if (onTransfer !== 'follow' || changeType === undefined) return [];
    return [{ type: child.type, changeType, label: capitalised(text(childrenLabel(child))) }];
  });
}
