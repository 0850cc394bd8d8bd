import type { Condition } from '#shared/record/calls/record-calls.ts';
import { relations, type RelatedFormType } from '#shared/record/relation.ts';

/** The record whose children are listed: its type as fields name it, and its id. */
export interface ParentRecord {
  readonly formType: RelatedFormType;
  readonly id: number;
}

/** The condition that its children meet. */
export const childrenOf = ({ formType, id }: ParentRecord): Condition => ({
  fieldName: relations[formType].idKey,
  condition: 'is',
  value: id,
});
