import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/platform/outbox/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

const keyFile = 'outside.key';
const algorithm = 'aes-256-gcm';

/** The key that seals, made at first use. It is in no backup: whoever reads a backup reads no key of a service. */
async function sealingKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, keyFile);
  await mkdir(dataDir, { recursive: true });
  // of two processes that make it at once one does
  await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return Buffer.from(await readFile(path, 'utf8'), 'hex');
}

/** Keeps the key of a service outside; '' forgets it. */
export async function keepOutsideKey(db: Database, dataDir: string, name: string, value: string): Promise<void> {
  if (value === '') {
    await db.deleteFrom('outside_key').where('name', '=', name).execute();
    return;
  }
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, await sealingKey(dataDir), iv).setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
  await db
    .insertInto('outside_key')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed, update_time: sql`now()` }))
    .execute();
}

/** The key of a service; undefined where none is set, or where it was sealed on another machine, as after a restore. */
export async function outsideKey(db: Database, dataDir: string, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('outside_key').select('sealed').where('name', '=', name).executeTakeFirst();
  if (!row) return undefined;
  const sealed = Buffer.from(row.sealed, 'base64');
  try {
    const decipher = createDecipheriv(algorithm, await sealingKey(dataDir), sealed.subarray(0, 12))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(12, 28));
    return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
