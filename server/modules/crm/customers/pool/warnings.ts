import type { Database } from '#server/platform/database/tables.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** Lists which customers should better not be released, by message key, such as an active contract. */
export type PoolWarning = (db: Database, customerIds: readonly number[]) => Promise<ReadonlyMap<number, MessageKey>>;

const registered: PoolWarning[] = [];

/**
 * Other modules register warnings here, where the server lists its modules; the rules still decide. Returns a function
 * that unregisters. Contracts will be the first.
 * @internal
 */
export function registerPoolWarning(warning: PoolWarning): () => void {
  registered.push(warning);
  return () => void registered.splice(registered.indexOf(warning), 1);
}

export async function warningsOf(db: Database, customerIds: readonly number[]): Promise<Map<number, MessageKey[]>> {
  const found = new Map<number, MessageKey[]>();
  for (const warning of registered) {
    for (const [id, key] of await warning(db, customerIds)) found.set(id, [...(found.get(id) ?? []), key]);
  }
  return found;
}
