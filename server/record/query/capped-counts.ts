import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/**
 * Conditions known to match more than the counting limit. Their pages need no count for a while, which takes ten times
 * as long as the page when a word is in every eighth name. Kept in this process.
 */
const holds = 60_000;
const most = 1_000;
const seen = new Map<string, number>();

/** The query of one reader: the text of the conditions and their values, including the reader's scope. */
export function keyOfConditions(db: Database, conditions: RawBuilder<unknown>): string {
  const { sql, parameters } = conditions.compile(db);
  return createHash('sha256')
    .update(JSON.stringify([sql, parameters]))
    .digest('base64');
}

export const isKnownMany = (key: string): boolean => (seen.get(key) ?? 0) > Date.now();

export function rememberMany(key: string): void {
  seen.delete(key);
  seen.set(key, Date.now() + holds);
  const [oldest] = seen.keys();
  if (seen.size > most && oldest !== undefined) seen.delete(oldest);
}

export const forgetMany = (key: string): void => void seen.delete(key);
