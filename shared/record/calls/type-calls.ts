import { mergeCalls } from '#shared/record/calls/merge-calls.ts';
import { ownershipCalls } from '#shared/record/calls/ownership-calls.ts';
import { recordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recycleCalls } from '#shared/record/calls/recycle-calls.ts';
import { relationCalls } from '#shared/record/relations/relation-calls.ts';
import { typePrintCalls } from '#shared/record/printing/print-calls.ts';
import { toolCalls } from '#shared/record/calls/tool-calls.ts';

/** The calls that a record type can have by its declaration alone; those of what it cannot do have no route (`type-routes.ts`). */
export const typeCalls = (type: RecordType) => {
  const record = recordCalls(type);
  return {
    ...record,
    ...ownershipCalls(type),
    ...toolCalls(type),
    ...recycleCalls(type),
    ...mergeCalls(type),
    ...typePrintCalls(type),
    ...relationCalls(type, record.read),
  };
};
export type TypeCalls = ReturnType<typeof typeCalls>;
