import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface Shares {
  readonly of: ReadonlyMap<string, number>;
  readonly until: number;
}

const holds = 10 * 60_000;
const known = new WeakMap<RecordType, Shares>();

/**
 * The maximum share of a type's records that contain the rarest of these tokens; 0 for less than one in a thousand
 * (migration 0033).
 */
export async function shareOfRarest(db: Database, type: RecordType, tokens: readonly string[]): Promise<number> {
  const seen = known.get(type);
  const shares = seen && seen.until > Date.now() ? seen : await read(db, type);
  return Math.min(1, ...tokens.map((token) => shares.of.get(token) ?? 0));
}

async function read(db: Database, type: RecordType): Promise<Shares> {
  const { rows } = await sql<{
    token: string;
    share: number;
  }>`select token, share from token_shares(${type.table})`.execute(db);
  const shares = { of: new Map(rows.map(({ token, share }) => [token, share])), until: Date.now() + holds };
  known.set(type, shares);
  return shares;
}
