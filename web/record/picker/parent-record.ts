import type { Condition } from '#shared/record/calls/record-calls.ts';

/** The record whose children are listed: the children's reference field, and its id. */
export interface ParentRecord {
  readonly fieldName: string;
  readonly id: number;
}

/** The condition that its children meet. */
export const childrenOf = ({ fieldName, id }: ParentRecord): Condition => ({ fieldName, condition: 'is', value: id });
