import { z } from 'zod';
import { actionAnswer, permissionOf } from '#shared/record/calls/record-calls.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, jsonText, optionalInt, optionalText, someIds } from '#shared/wire/values.ts';

/** Read, or read and write (R14.3). */
export const powers = { read: 1, write: 2 } as const;
export type Power = (typeof powers)[keyof typeof powers];
const power = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int().min(1).max(2).default(1),
);

/** Record versions that the page has seen, by id (security C10). */
export const versions = z.preprocess(jsonText, z.record(z.string(), z.coerce.number().int()).optional());

export { actionAnswer };

const memberRow = z.object({
  id: z.int(),
  realname: z.string(),
  /** Department. */
  name: z.string(),
  img: z.string(),
  /** 负责人权限, 只读 or 读写, in the reader's language. */
  power: z.string(),
  groupRole: z.string(),
  /** 0 owner, 1 read, 2 read and write. */
  powerType: z.int(),
});

/** Calls of the types whose records change hands and can be shared with a team (R14.1). */
export function ownershipCalls(type: RecordType) {
  const at = (call: NamedCall) => callPath(type, call);
  const subject = type.name;
  return {
    transfer: endpoint({
      path: at('transfer'),
      access: permissionOf(type, 'transfer'),
      ids: { [type.idsKey]: subject, newOwnerUserId: 'user' },
      effect: 'write',
      input: z.object({
        [type.idsKey]: someIds,
        newOwnerUserId: id,
        /** 1 = the old owner leaves, 2 = stays as a member. */
        transferType: optionalInt(1, 2),
        power,
        /** Child types to include, such as `1,2,3`. */
        changeType: optionalText(40),
        versions,
      }),
      output: actionAnswer,
      codes: [
        'access.record',
        'record.conflict',
        'record.closed',
        'user.unknown',
        'owner.inactive',
        'owner.limit',
        'pool.lock_limit',
      ],
    }),
    members: endpoint({
      path: at('members'),
      access: permissionOf(type, 'read'),
      ids: { [type.idKey]: subject },
      input: z.object({ [type.idKey]: id }),
      output: z.array(memberRow),
      codes: ['access.record'],
    }),
    addMembers: endpoint({
      path: at('addMembers'),
      access: permissionOf(type, 'teamsave'),
      ids: { ids: subject, memberIds: 'user' },
      effect: 'write',
      input: z.object({ ids: someIds, memberIds: someIds, power, changeType: optionalText(40) }),
      output: actionAnswer,
      codes: ['access.record', 'user.unknown', 'team.owner'],
    }),
    updateMembers: endpoint({
      path: at('updateMembers'),
      access: permissionOf(type, 'teamsave'),
      ids: { ids: subject, memberIds: 'user' },
      effect: 'write',
      input: z.object({ ids: someIds, memberIds: someIds, power, changeType: optionalText(40) }),
      output: actionAnswer,
      codes: ['access.record', 'user.unknown', 'team.owner'],
    }),
    removeMembers: endpoint({
      path: at('removeMembers'),
      access: permissionOf(type, 'teamsave'),
      ids: { ids: subject, memberIds: 'user' },
      effect: 'write',
      input: z.object({ ids: someIds, memberIds: someIds }),
      output: actionAnswer,
      codes: ['access.record'],
    }),
  };
}
export type OwnershipCalls = ReturnType<typeof ownershipCalls>;

const operationRow = z.object({
  operationId: z.int(),
  typeCode: z.int(),
  verb: z.string(),
  /** The action, in the reader's language. */
  text: z.string(),
  /** The first records, by the names that the caller may see. */
  titles: z.array(z.string()),
  rowTotal: z.int(),
  createTime: z.string(),
  undoneTime: z.string().nullable(),
  mayUndo: flag,
});

export const operationCalls = {
  /** The caller's own actions of the last 30 days, newest first. */
  list: endpoint({
    path: 'operation/queryPageList',
    whileViewing: 'refused',
    access: 'login',
    input: z.object({ page: optionalInt(1, 10_000), limit: optionalInt(1, 100) }),
    output: z.object({ list: z.array(operationRow), totalRow: z.int() }),
  }),
  undo: endpoint({
    path: 'operation/undo',
    access: 'login',
    ids: { operationId: 'operation' },
    effect: 'write',
    input: z.object({ operationId: id }),
    output: z.object({
      undone: z.int(),
      /** Changed by others since: left unchanged. `msg` says why, where the type of the record does. */
      kept: z.array(z.object({ id: z.int(), title: z.string(), msg: z.string().optional() })),
    }),
    codes: [
      'operation.unknown',
      'operation.undone',
      'operation.too_old',
      'operation.changed',
      'owner.limit',
      'pool.lock_limit',
      'access.denied',
    ],
  }),
};
