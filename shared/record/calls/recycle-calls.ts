import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, limit, optionalText, page, someIds } from '#shared/wire/values.ts';

const recycleRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Who had it; null for what was in the pool. */
  ownerUserId: z.int().nullable(),
  ownerUserName: z.string(),
  deleteUserId: z.int().nullable(),
  deleteUserName: z.string(),
  deleteTime: z.string(),
  /** Whole days until it is destroyed, the present one included; 0 = in the coming night. */
  daysLeft: z.int(),
  version: z.int(),
});
export type RecycleRow = z.infer<typeof recycleRow>;

/** Records brought back, and those that could not be, each with the reason. */
const restoreAnswer = z.object({
  /** Null when none came back. */
  operationId: z.int().nullable(),
  count: z.int(),
  failed: z.array(z.object({ id: z.int(), msg: z.string() })),
});

/** Deleted records of a type: who may delete sees those in the own data scope, for 30 days (security A2). */
export function recycleCalls(type: RecordType) {
  const access = permissionOf(type, 'delete');
  const at = (action: string) => `${type.family}/${action}`;
  const ids = { [type.idsKey]: type.name };
  const named = z.object({ [type.idsKey]: someIds, versions });
  return {
    recycled: endpoint({
      path: at('queryRecyclePageList'),
      access,
      input: z.object({ page, limit: limit(15), search: optionalText(100) }),
      /** Newest first; `totalExact` as in other lists. */
      output: z.object({ list: z.array(recycleRow), totalRow: z.int(), totalExact: flag }),
      codes: ['input.page_too_deep'],
    }),
    restore: endpoint({
      path: at('restoreByIds'),
      access,
      ids,
      effect: 'write',
      input: named,
      output: restoreAnswer,
      codes: ['access.record', 'record.conflict'],
    }),
    /** From the recycle bin, or right from the pool: there is no way back. */
    purge: endpoint({
      path: at('deleteByIdsReal'),
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
