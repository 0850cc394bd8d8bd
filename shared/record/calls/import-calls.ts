import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, page, pageOf } from '#shared/wire/values.ts';

export const importStates = ['waiting', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const importInfo = z.object({
  messageId: z.int(),
  types: z.int(),
  fileName: z.string(),
  status: z.enum(importStates),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  totalSize: z.int(),
  doneSize: z.int(),
  errSize: z.int(),
  createdSize: z.int(),
  updatedSize: z.int(),
  skippedSize: z.int(),
  undoneSize: z.int(),
  keptSize: z.int(),
  msg: z.string(),
});
export type ImportInfo = z.output<typeof importInfo>;

const one = { messageId: id };
const ids = { messageId: 'import' } as const;

/** Progress of an import by its message id (R22.5), and its undo. */
export const importCalls = {
  /** Rows done so far; `null` when the import has ended. */
  progress: endpoint({
    path: 'system/message/queryImportNum',
    access: 'login',
    ids,
    input: z.object(one),
    output: z.int().nullable(),
    codes: ['access.record'],
  }),
  info: endpoint({
    path: 'system/message/queryImportInfo',
    access: 'login',
    ids,
    answer: 'top',
    input: z.object(one),
    output: importInfo,
    codes: ['access.record'],
  }),
  errors: endpoint({
    path: 'system/message/downImportError',
    access: 'login',
    ids,
    answer: 'file',
    rate: 'heavy',
    input: z.object(one),
    output: z.unknown(),
    codes: ['access.record'],
  }),
  stop: endpoint({
    path: 'system/message/stopImport',
    access: 'login',
    ids,
    effect: 'write',
    input: z.object(one),
    output: done,
    codes: ['access.record'],
  }),
  undo: endpoint({
    path: 'system/message/undoImport',
    access: 'login',
    ids,
    effect: 'write',
    input: z.object(one),
    output: done,
    codes: ['access.record', 'access.denied', 'operation.too_old', 'import.running', 'import.undone'],
  }),
  mine: endpoint({
    path: 'system/message/queryImportList',
    access: 'login',
    input: z.object({ page, limit: limit() }),
    output: pageOf(importInfo),
  }),
  /** Failed rows, and after an undo those that were kept because they have been changed since. */
  rows: endpoint({
    path: 'system/message/queryImportRows',
    access: 'login',
    ids,
    input: z.object({ ...one, page, limit: limit() }),
    output: pageOf(
      z.object({ row: z.int(), result: z.string(), column: z.string(), msg: z.string(), recordId: z.int().nullable() }),
    ),
    codes: ['access.record'],
  }),
};
