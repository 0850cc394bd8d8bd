import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/platform/database/tables.ts';
import { secretOf } from '#server/platform/database/secrets.ts';

/** A link lives five minutes, for one file and one user (security U7). */
const lifeSeconds = 300;

const kept = new WeakMap<Database, Promise<Buffer>>();

function secret(db: Database): Promise<Buffer> {
  // a value made in a transaction may be rolled back: then other processes would sign with a different one
  if (db.isTransaction) return secretOf(db, 'file-links');
  const known = kept.get(db);
  if (known) return known;
  const reading = secretOf(db, 'file-links');
  kept.set(db, reading);
  reading.catch(() => kept.delete(db));
  return reading;
}

const sign = (key: Buffer, fileId: number, userId: number, expires: number): string =>
  createHmac('sha256', key).update(`${fileId}/${userId}/${expires}`).digest('base64url');

export async function linkMaker(db: Database, userId: number): Promise<(fileId: number) => string> {
  const key = await secret(db);
  const expires = Math.floor(Date.now() / 1000) + lifeSeconds;
  return (fileId) =>
    `/api/file/download?fileId=${fileId}&expires=${expires}&signature=${sign(key, fileId, userId, expires)}`;
}

export async function isGoodLink(
  db: Database,
  link: { fileId: number; expires: number; signature: string },
  userId: number,
): Promise<boolean> {
  const expected = Buffer.from(sign(await secret(db), link.fileId, userId, link.expires));
  const given = Buffer.from(link.signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && link.expires * 1000 > Date.now();
}
