import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordModule, type Limit, type LockMode } from '#server/record/registry.ts';

/** A locked record to be assigned; a new one has no id. */
interface Gain {
  readonly id?: number;
  /** Null for the pool, which has no limit. */
  readonly ownerUserId: number | null;
}

/**
 * Refuses records for which the new owner has no quota: all or none. @throws AppError of the limit, such as
 * `owner.limit`
 */
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
 * The records for which their new owners have no quota left after the preceding ones, with the reason. It takes as many
 * statements as there are owners, however many records.
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

/**
 * In the order of the owners, so that concurrent calls lock quotas in one order (security C8); records without an owner
 * are skipped.
 */
export function byOwner<One extends Pick<Gain, 'ownerUserId'>>(all: readonly One[]): [number, One[]][] {
  const groups = [...Map.groupBy(all, ({ ownerUserId }) => ownerUserId)];
  return groups
    .flatMap(([owner, own]): [number, One[]][] => (owner === null ? [] : [[owner, own]]))
    .toSorted(([left], [right]) => left - right);
}
