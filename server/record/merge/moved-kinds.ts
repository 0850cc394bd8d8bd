import type { RecordType } from '#shared/record/record-type.ts';
import { recordModule, type MovedKind } from '#server/record/registry.ts';

/** Follow-ups hang on their record. */
export const followUpKind: MovedKind = {
  kind: 'follow_up',
  table: 'follow_up',
  keyColumn: 'record_id',
  holderColumn: 'types_id',
  holderType: 'bigint',
};

/** Follow-ups of other records that are about this one as well. */
export const followUpLinkKind: MovedKind = {
  kind: 'follow_up_link',
  table: 'follow_up_link',
  keyColumn: 'link_id',
  holderColumn: 'record_id',
  holderType: 'bigint',
};

/** Files that follow-ups and file fields hold go by the record that their batch names (security A5). */
export const batchKind: MovedKind = {
  kind: 'batch',
  table: 'file_batch',
  keyColumn: 'batch_id',
  holderColumn: 'record_id',
  holderType: 'bigint',
};

/** A record has one batch of its own for as long as it lives: its files go over, the batch stays. */
export const fileKind: MovedKind = {
  kind: 'file',
  table: 'stored_file',
  keyColumn: 'file_id',
  holderColumn: 'batch_id',
  holderType: 'text',
};

/** All that an act on records of the type can have moved. */
export const movedKinds = (type: RecordType): readonly MovedKind[] => [
  followUpKind,
  followUpLinkKind,
  batchKind,
  fileKind,
  ...(recordModule(type.code).rules.moveOnMerge ?? []),
];
