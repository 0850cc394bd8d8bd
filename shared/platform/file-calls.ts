import { z } from 'zod';
import { fileRow } from '#shared/record/record-calls.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { done, id, optionalText, text } from '#shared/wire/values.ts';

/** The `file` family (spec §7, reference §4). */
export const fileCalls = {
  upload: endpoint({
    path: 'file/upload',
    access: 'login',
    ids: { batchId: 'batch' },
    effect: 'manual',
    upload: { kind: 'attachment', maxBytes: uploadLimits.attachment, required: true },
    answer: 'top',
    input: z.object({ batchId: optionalText(64), type: z.enum(['img', 'file', '']).optional() }),
    output: z.object({ batchId: z.string(), name: z.string(), url: z.string(), size: z.string(), fileId: z.int() }),
    codes: ['file.type', 'file.empty', 'file.too_large', 'file.batch_full', 'file.quota', 'access.record'],
  }),
  ofBatch: endpoint({
    path: 'file/queryByBatchId',
    access: 'login',
    ids: { batchId: 'batch' },
    input: z.object({ batchId: text(64) }),
    output: z.array(fileRow),
    codes: ['access.record'],
  }),
  one: endpoint({
    path: 'file/queryById',
    access: 'login',
    ids: { id: 'file' },
    input: z.object({ id }),
    output: fileRow,
    codes: ['access.record'],
  }),
  remove: endpoint({
    path: 'file/removeById',
    access: 'login',
    ids: { id: 'file' },
    effect: 'write',
    input: z.object({ id }),
    output: done,
    codes: ['access.record'],
  }),
  rename: endpoint({
    path: 'file/renameFileById',
    access: 'login',
    ids: { fileId: 'file' },
    effect: 'write',
    input: z.object({ fileId: id, name: text(300) }),
    output: done,
    codes: ['access.record', 'file.name'],
  }),
  /** The bytes behind a signed link; the login is needed as well (security U7). */
  download: endpoint({
    method: 'GET',
    path: 'file/download',
    access: 'login',
    ids: { fileId: 'file' },
    answer: 'file',
    input: z.object({ fileId: id, expires: z.coerce.number().int(), signature: text(100) }),
    output: z.unknown(),
    codes: ['access.record'],
  }),
};
