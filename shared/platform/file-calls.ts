import { z } from 'zod';
import { fileRow } from '#shared/record/calls/record-calls.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { done, id, optionalText, text } from '#shared/wire/values.ts';

/** The `file` family (R23.1). */
export const fileCalls = {
  upload: endpoint({
    path: 'file/upload',
    access: 'login',
    forPrograms: 'allowed',
    ids: { batchId: 'batch' },
    effect: 'manual',
    upload: { kind: 'attachment', maxBytes: uploadLimits.attachment, required: true },
    answer: 'top',
    input: z.object({ batchId: optionalText(64), type: z.enum(['img', 'file', '']).optional() }),
    output: z.object({ batchId: z.string(), name: z.string(), url: z.string(), size: z.string(), fileId: z.int() }),
    codes: [
      'file.type',
      'file.empty',
      'file.too_large',
      'file.pixels',
      'file.damaged',
      'file.name',
      'file.batch_full',
      'file.quota',
      'file.missing',
      'access.record',
    ],
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
    codes: ['access.record', 'file.in_use'],
  }),
  removeOfBatch: endpoint({
    path: 'file/removeByBatchId',
    access: 'login',
    ids: { batchId: 'batch' },
    effect: 'write',
    input: z.object({ batchId: text(64) }),
    output: done,
    codes: ['access.record', 'file.in_use'],
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
  /** The bytes of a file that the caller may read. */
  bytes: endpoint({
    path: 'file/downFile',
    access: 'login',
    ids: { fileId: 'file' },
    answer: 'file',
    refusesByStatus: true,
    input: z.object({ fileId: id }),
    output: z.unknown(),
    codes: ['access.record'],
  }),
  /** The bytes behind a signed link; a login is required as well (security U7). */
  download: endpoint({
    method: 'GET',
    path: 'file/download',
    access: 'login',
    ids: { fileId: 'file' },
    answer: 'file',
    refusesByStatus: true,
    // a link with a missing part has been altered, which is not a form error
    input: z.object({ fileId: id, expires: z.coerce.number().int().catch(0), signature: text(100).catch('') }),
    output: z.unknown(),
    codes: ['access.record'],
  }),
};
