import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    idempotency: {
      user_id: number;
      route: string;
      key: string;
      body_hash: Buffer;
      reply: unknown;
      created_at: string;
    };
  }
}

export interface IdempotencyKey {
  readonly userId: number;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);

/**
 * The idempotency key of a create: the header, else the batch of a new record (security C1). `input` is the parsed
 * request; `body` and `file` are what was sent, whose hash distinguishes a repeat from another request.
 */
export function idempotencyKey(
  userId: number,
  endpoint: Endpoint,
  header: string | undefined,
  input: unknown,
  body: unknown,
  file: { readonly sha256: Buffer } | null,
): IdempotencyKey | null {
  if (!endpoint.idempotent) return null;
  if (header !== undefined && (header.length < 1 || header.length > 255)) throw new AppError('input.idempotency');
  const { unless } = endpoint.idempotent;
  const isUpdate = unless !== null && at(input, unless) !== undefined;
  const batch = isUpdate ? undefined : (at(input, 'entity.batchId') ?? at(input, 'batchId'));
  const key =
    header !== undefined ? `key:${header}` : typeof batch === 'string' && batch !== '' ? `batch:${batch}` : null;
  if (key === null) return null;
  const hash = createHash('sha256').update(JSON.stringify(body));
  if (file) hash.update(file.sha256);
  const bodyHash = hash.digest();
  return { userId, route: endpoint.path, key, bodyHash };
}

/**
 * Runs the work inside a transaction once per key; a repeat gets the stored reply. Without a key it simply runs. A
 * second call with the same key waits on the row of the first; when the first fails, its row is gone and the second
 * runs.
 * @throws AppError `input.idempotency`: the key belongs to another request
 */
export async function once<T>(
  trx: Database,
  key: IdempotencyKey | null,
  work: () => Promise<T>,
): Promise<{ readonly reply: T; readonly replayed: boolean }> {
  const stored = key && (await takeKey(trx, key));
  if (stored) return { reply: stored.reply as T, replayed: true };
  const reply = await work();
  if (key) await keepReply(trx, key, reply ?? null);
  return { reply, replayed: false };
}

/** `null` when the key is new, else the stored reply. */
async function takeKey(db: Database, key: IdempotencyKey): Promise<{ reply: unknown } | null> {
  const inserted = await db
    .insertInto('idempotency')
    .values({
      user_id: key.userId,
      route: key.route,
      key: key.key,
      body_hash: key.bodyHash,
      reply: null,
      created_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return null;
  const stored = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', key.userId)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .executeTakeFirstOrThrow();
  if (!stored.body_hash.equals(key.bodyHash)) throw new AppError('input.idempotency');
  return { reply: stored.reply };
}

async function keepReply(db: Database, key: IdempotencyKey, reply: unknown): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', key.userId)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .execute();
}
