import { childrenLabel } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordModule, type MovedKind } from '#server/record/registry.ts';
import { relationsTo } from '#server/record/relations/declared.ts';

/** Follow-ups belong to their record. */
export const followUpKind: MovedKind = {
  kind: 'follow_up',
  table: 'follow_up',
  keyColumn: 'record_id',
  holderColumn: 'types_id',
  holderType: 'bigint',
};

/** Follow-ups of other records that refer to this one as well. */
export const followUpLinkKind: MovedKind = {
  kind: 'follow_up_link',
  table: 'follow_up_link',
  keyColumn: 'link_id',
  holderColumn: 'record_id',
  holderType: 'bigint',
};

/** Access to files of follow-ups and file fields follows the record of their batch (security A5). */
export const batchKind: MovedKind = {
  kind: 'batch',
  table: 'file_batch',
  keyColumn: 'batch_id',
  holderColumn: 'record_id',
  holderType: 'bigint',
};

/** A record keeps its own batch for life: the files move, the batch stays. */
export const fileKind: MovedKind = {
  kind: 'file',
  table: 'stored_file',
  keyColumn: 'file_id',
  holderColumn: 'batch_id',
  holderType: 'text',
};

/** Everything that an action on records of the type can have moved. */
export const movedKinds = (type: RecordType): readonly MovedKind[] => [
  followUpKind,
  followUpLinkKind,
  batchKind,
  fileKind,
  ...hangingKinds(type),
];

/** Further rows moved by a merge of the type: its children, and those named by the rules. */
export const hangingKinds = (type: RecordType): readonly MovedKind[] => [
  ...relationsTo(type).map(({ type: child, column, relation }, at, all): MovedKind => ({
    // the first keeps the plain name when another column follows
    kind: all.findIndex((one) => one.type === child) === at ? child.name : `${child.name}.${column}`,
    label: childrenLabel({ type: child, relation }),
    table: child.table,
    keyColumn: child.idColumn,
    holderColumn: column,
    holderType: 'bigint',
    goneColumn: 'deleted_at',
  })),
  ...(recordModule(type.code).rules.moveOnMerge ?? []),
];
