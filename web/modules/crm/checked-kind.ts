import { useMay } from '#web/lib/session/session.ts';
import { checkedKinds, checkRights, type CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The kind of company data of a record type; null for types without. */
export const checkedKindOf = ({ name }: Pick<RecordType, 'name'>): CheckedKind | null =>
  checkedKinds.find((kind) => name === `crm_${kind}`) ?? null;

/** Whether the user may check companies for a type (R19.8). */
export function useMayCheck(type: Pick<RecordType, 'name'>): boolean {
  const may = useMay();
  const kind = checkedKindOf(type);
  return kind !== null && checkRights[kind].some(may);
}
