import { z } from 'zod';
import { currentPassword } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, page, pageOf } from '#shared/wire/values.ts';

/** Errors of archives of the whole company. */
export const archiveErrors = {
  'archive.running': 409,
  'archive.no_room': 507,
  'archive.gone': 404,
} as const;
type ArchiveErrors = typeof archiveErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ArchiveErrors {}
}

/** Without this nobody makes one; super administrators alone do, since it has everything. */
export const archiveAccess = 'manage:operation:update';

/** Days for which one can be fetched. */
export const archiveDays = 7;

export const archiveStates = ['waiting', 'running', 'done', 'failed'] as const;
export type ArchiveState = (typeof archiveStates)[number];
/** Why one was not made. */
export type ArchiveReason = 'rights' | 'disk' | 'fault';

const archive = z.object({
  archiveId: z.int(),
  userName: z.string(),
  createTime: z.string(),
  /** The moment that it is of; '' before it has begun. */
  takenTime: z.string(),
  /** Until when it can be fetched. */
  expireTime: z.string(),
  state: z.enum(archiveStates),
  /** Why it failed, in words. */
  reason: z.string(),
  /** Rows and files, and how many of them are written. */
  total: z.int(),
  done: z.int(),
  rows: z.int(),
  files: z.int(),
  /** Files that were not found. */
  missing: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** Made by the reader, who alone can fetch it. */
  isOwn: z.int(),
  isThere: z.int(),
});
export type ArchiveRow = z.output<typeof archive>;

/** The whole company as one file (docs/decisions/archive.md). */
export const archiveCalls = {
  list: endpoint({
    path: 'system/archive/queryArchiveList',
    access: archiveAccess,
    input: z.object({ page, limit: limit(15) }),
    output: pageOf(archive).extend({ mayMake: z.int() }),
  }),
  start: endpoint({
    path: 'system/archive/addArchive',
    access: archiveAccess,
    effect: 'write',
    input: z.object({ currentPassword }),
    output: z.object({ archiveId: z.int() }),
    codes: [
      'access.denied',
      'archive.running',
      'archive.no_room',
      'export.too_often',
      'session.confirm',
      'password.wrong',
      'session.wait',
      'session.busy',
    ],
  }),
  remove: endpoint({
    path: 'system/archive/deleteArchive',
    access: archiveAccess,
    ids: { archiveId: 'reference' },
    effect: 'write',
    input: z.object({ archiveId: id }),
    output: done,
    codes: ['access.denied', 'access.record'],
  }),
  fetch: endpoint({
    path: 'system/archive/exportArchive',
    access: archiveAccess,
    ids: { archiveId: 'reference' },
    rate: 'heavy',
    answer: 'file',
    whileViewing: 'refused',
    input: z.object({ archiveId: id, currentPassword }),
    output: z.unknown(),
    codes: [
      'access.denied',
      'access.record',
      'archive.gone',
      'export.too_often',
      'session.confirm',
      'password.wrong',
      'session.wait',
      'session.busy',
    ],
  }),
};
