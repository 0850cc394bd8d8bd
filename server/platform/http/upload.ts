import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireFlat } from '#server/platform/http/body.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A file of a multipart request, in a temporary folder until the route takes it. */
export interface Upload {
  readonly path: string;
  /** As the client named it; data only, never a path (security U2). */
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
}

export interface Multipart {
  readonly fields: Record<string, unknown>;
  readonly upload: Upload | null;
  readonly discard: () => Promise<void>;
}

export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 50, files: 1, headerPairs: 50, parts: 60 },
  });
}

/** Bytes a second that a file must bring at least (security L6). */
const slowest = 10 * 1024;
/** Interval in milliseconds over which the rate is measured. */
const lookEvery = 10_000;

/** Ends a connection whose file arrives too slowly; returns a function that stops the check. */
function endWhenSlow({ raw }: FastifyRequest): () => void {
  // much may have arrived already; what the connection transferred before is credited once
  let before = 0;
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before;
    before += came;
    if (!raw.complete && came < (slowest * lookEvery) / 1000) raw.destroy();
  }, lookEvery);
  return () => clearInterval(timer);
}

/** Reads a multipart request: fields into an object without a prototype, the part named `file` into `folder`. */
export async function readMultipart(request: FastifyRequest, endpoint: Endpoint, folder: string): Promise<Multipart> {
  if (!endpoint.upload) throw new AppError('http.content_type');
  const fields = Object.create(null) as Record<string, unknown>;
  let upload: Upload | null = null;
  let path: string | null = null;
  const stopLooking = endWhenSlow(request);
  const discard = async () => {
    if (path) await rm(path, { force: true });
  };
  try {
    for await (const part of request.parts({ limits: { fileSize: endpoint.upload.maxBytes } })) {
      if (part.type === 'field') {
        if (Object.hasOwn(fields, part.fieldname)) throw new AppError('input.shape');
        fields[part.fieldname] = requireFlat(part.fieldname, part.value);
        continue;
      }
      if (part.fieldname !== 'file' || upload) throw new AppError('input.shape');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      path = join(folder, randomUUID());
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600, flush: true }));
      if (part.file.truncated) throw new AppError('file.too_large', { megabytes: endpoint.upload.maxBytes / 1048576 });
      upload = { path, name: part.filename, size, sha256: hash.digest() };
    }
  } catch (error) {
    await discard();
    if (error instanceof AppError || (error as { code?: string }).code === 'ENOSPC') throw error;
    if ((error as { statusCode?: number }).statusCode !== undefined) throw new AppError('input.shape');
    throw error;
  } finally {
    stopLooking();
  }
  if (!upload && endpoint.upload.required) throw new AppError('file.missing');
  return { fields, upload, discard };
}
