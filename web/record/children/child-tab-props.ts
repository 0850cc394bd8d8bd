import type { Row } from '#web/record/list/record-table.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';

/** The record whose children a tab shows. */
export interface ParentOfTab {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
}

/** A tab with the children of a record: `screen` is that of the children, `relation` what they declare. */
export interface ChildTabProps {
  readonly screen: RecordScreen;
  readonly relation: ChildRelation;
  readonly parent: ParentOfTab;
}
