import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/platform/database/tables.ts';
import { secretOf } from '#server/platform/database/secrets.ts';
import { formSeconds } from '#shared/crm/lead-sources/open-lead-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const sign = (secret: Buffer, formKey: string, opened: string): string =>
  createHmac('sha256', secret).update(`${formKey}/${opened}`).digest('base64url');

/** Says when a form was opened, signed, so that nobody can make one up. */
export async function newStamp(db: Database, formKey: string, now = Date.now()): Promise<string> {
  const opened = `${now}.${randomBytes(12).toString('base64url')}`;
  return `${opened}.${sign(await secretOf(db, 'lead-forms'), formKey, opened)}`;
}

/**
 * What the form calls its one request. @throws AppError `open_lead.stale` for a stamp that is old or not ours,
 * `open_lead.early` for one of just now
 */
export async function readStamp(db: Database, formKey: string, stamp: string, now = Date.now()): Promise<string> {
  const [time = '', nonce = '', signature = ''] = stamp.split('.');
  const expected = Buffer.from(sign(await secretOf(db, 'lead-forms'), formKey, `${time}.${nonce}`));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  const seconds = (now - Number(time)) / 1000;
  if (!isOurs || seconds > formSeconds.most) throw new AppError('open_lead.stale');
  if (seconds < formSeconds.least) throw new AppError('open_lead.early');
  return `form ${nonce}`;
}
