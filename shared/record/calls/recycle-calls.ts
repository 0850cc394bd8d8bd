import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, limit, optionalText, page, someIds } from '#shared/wire/values.ts';

const recycleRow = z.object({
  id: z.int(),
  name: z.string(),
  /** The previous owner; null for records from the pool. */
  ownerUserId: z.int().nullable(),
  ownerUserName: z.string(),
  deleteUserId: z.int().nullable(),
  deleteUserName: z.string(),
  deleteTime: z.string(),
  /** Whole days until it is destroyed, including today; 0 = during the coming night. */
  daysLeft: z.int(),
  version: z.int(),
});
export type RecycleRow = z.infer<typeof recycleRow>;

/** Restored records, and those that could not be restored, each with the reason. */
const restoreAnswer = z.object({
  /** Null when none was restored. */
  operationId: z.int().nullable(),
  count: z.int(),
  failed: z.array(z.object({ id: z.int(), msg: z.string() })),
});

/**
 * Deleted records of a type: people with the right to delete see those in their data scope, for 30 days (security A2).
 */
export function recycleCalls(type: RecordType) {
  const access = permissionOf(type, 'delete');
  const at = (call: NamedCall) => callPath(type, call);
  const ids = { [type.idsKey]: type.name };
  const named = z.object({ [type.idsKey]: someIds, versions });
  return {
    recycled: endpoint({
      path: at('recycled'),
      access,
      input: z.object({ page, limit: limit(), search: optionalText(100) }),
      /** Newest first; `totalExact` as in other lists. */
      output: z.object({ list: z.array(recycleRow), totalRow: z.int(), totalExact: flag }),
      codes: ['input.page_too_deep'],
    }),
    restore: endpoint({
      path: at('restore'),
      access,
      ids,
      effect: 'write',
      input: named,
      output: restoreAnswer,
      codes: ['access.record', 'record.conflict'],
    }),
    /** Destroys records in the recycle bin, or directly in the pool: this cannot be undone. */
    purge: endpoint({
      path: at('purge'),
      access,
      ids,
      effect: 'write',
      input: named,
      output: z.object({ count: z.int() }),
      codes: ['access.record', 'record.conflict', 'record.related'],
    }),
  };
}
export type RecycleCalls = ReturnType<typeof recycleCalls>;
