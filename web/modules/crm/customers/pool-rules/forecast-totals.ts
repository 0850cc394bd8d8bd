import type { poolCalls } from '#shared/crm/pool-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** How many customers of the reader the tried rules take, and how many more than those in force. */
export function totalsOf({ steps }: Pick<OutputOf<typeof poolCalls.forecast>, 'steps'>) {
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  const saved = steps.reduce((sum, step) => sum + step.saved, 0);
  return { count, more: count - saved };
}
