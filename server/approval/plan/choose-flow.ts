import type { Flow } from '#shared/approval/flow.ts';
import { holds, type Facts } from './conditions.ts';

/**
 * The flow of a document among the enabled ones of its category, in their order: the first one with conditions that all
 * hold, otherwise the one without conditions; null when there is none.
 */
export function chooseFlow<F extends Flow>(flows: readonly F[], facts: Facts): F | null {
  const special = flows.find(({ conditions }) => conditions.length > 0 && holds(conditions, facts));
  return special ?? flows.find(({ conditions }) => conditions.length === 0) ?? null;
}
