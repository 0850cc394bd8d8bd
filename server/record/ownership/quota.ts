import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordModule, type Limit, type LockMode } from '#server/record/registry.ts';

/** A record that somebody is to get, locked; a new one has no id. */
interface Gain {
  readonly id?: number;
  /** Null for the pool, which has quota for all. */
  readonly ownerUserId: number | null;
}

/** Refuses records that their new owner has no quota for: all or none. @throws AppError of the limit, such as `owner.limit` */
export async function requireQuota(
  db: Database,
  type: RecordType,
  ownerUserId: number,
  gained: readonly number[] | 'new',
): Promise<void> {
  for (const { left, takes, refusal } of await limitsOf(
    db,
    type,
    ownerUserId,
    gained === 'new' ? [] : gained,
    'lock',
  )) {
    const taken = gained === 'new' ? (takes() ?? 0) : gained.reduce((sum, id) => sum + (takes(id) ?? 0), 0);
    if (taken > left) throw new AppError(refusal);
  }
}

/**
 * Of the records that people are to get, those that they have no quota for beside the ones before them, with what is said
 * of it. It takes as many statements as there are owners, however many records.
 */
export async function beyondQuota<One extends Gain>(
  db: Database,
  type: RecordType,
  gains: readonly One[],
  mode: LockMode = 'lock',
): Promise<ReadonlyMap<One, AppError>> {
  const beyond = new Map<One, AppError>();
  for (const [owner, own] of byOwner(gains)) {
    const ids = own.flatMap(({ id }) => id ?? []);
    const limits = (await limitsOf(db, type, owner, ids, mode)).map((limit) => ({ ...limit, taken: 0 }));
    for (const one of own) {
      const full = limits.find((limit) => isFull(limit, one));
      if (full) beyond.set(one, new AppError(full.refusal));
      else for (const limit of limits) limit.taken += limit.takes(one.id) ?? 0;
    }
  }
  return beyond;
}

function isFull({ left, taken, takes }: Limit & { readonly taken: number }, { id }: Gain): boolean {
  const more = takes(id);
  return more !== undefined && taken + more > left;
}

const limitsOf = async (
  db: Database,
  type: RecordType,
  ownerUserId: number,
  ids: readonly number[],
  mode: LockMode,
): Promise<readonly Limit[]> => (await recordModule(type.code).rules.limits?.(db, ownerUserId, ids, mode)) ?? [];

/** In the order of the owners, so that two calls lock quotas in one order (security C8); what is nobody's is left out. */
export function byOwner<One extends Pick<Gain, 'ownerUserId'>>(all: readonly One[]): [number, One[]][] {
  const groups = [...Map.groupBy(all, ({ ownerUserId }) => ownerUserId)];
  return groups
    .flatMap(([owner, own]): [number, One[]][] => (owner === null ? [] : [[owner, own]]))
    .toSorted(([left], [right]) => left - right);
}
