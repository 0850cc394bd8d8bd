import { mergeCalls } from '#shared/record/merge-calls.ts';
import { ownershipCalls } from '#shared/record/ownership-calls.ts';
import { recordCalls } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recycleCalls } from '#shared/record/recycle-calls.ts';
import { toolCalls } from '#shared/record/tool-calls.ts';

/** All calls that a record type has by its declaration alone; older clients transfer leads under a name of their own. */
export const typeCalls = (type: RecordType, transferPath = 'transfer') => ({
  ...recordCalls(type),
  ...ownershipCalls(type, transferPath),
  ...toolCalls(type),
  ...recycleCalls(type),
  ...mergeCalls(type),
});
export type TypeCalls = ReturnType<typeof typeCalls>;
