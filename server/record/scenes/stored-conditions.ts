import { sql } from 'kysely';
import { findColumn, type Column } from '#server/record/fields/columns.ts';
import { compileFilter } from '#server/record/query/filter.ts';
import type { Where } from '#server/record/query/where.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

/** A condition with the stable name of its column, so that it survives a new name of the field. */
export interface StoredCondition extends Omit<Condition, 'any'> {
  readonly column?: string;
  readonly any?: readonly StoredCondition[];
}

/**
 * Conditions as they are stored. @throws AppError `filter.field`, `filter.operator`, `filter.value`, `filter.too_many` for
 * what no list could be filtered by
 */
export function asStoredConditions(columns: readonly Column[], conditions: readonly Condition[]): StoredCondition[] {
  compileFilter(columns, [...conditions]);
  const named = (condition: Omit<Condition, 'any'>): StoredCondition => {
    const id = findColumn(columns, condition.fieldName ?? condition.name ?? '')?.id;
    return { ...condition, ...(id !== undefined && { column: id }) };
  };
  return conditions.map(({ any, ...one }) => (any ? { any: any.map(named) } : named(one)));
}

/** With the names that the fields have now; null where a field is gone or hidden from the reader. */
function current(columns: readonly Column[], { any, column: id, ...condition }: StoredCondition): Condition | null {
  if (any) {
    const parts = any.map((part) => current(columns, part));
    return parts.includes(null) ? null : { any: parts.flatMap((part) => part ?? []) };
  }
  const column = columns.find((one) => one.id === id);
  return column ? { ...condition, fieldName: column.fieldName } : null;
}

/** Conditions as they are sent, without those whose field is gone. */
export function asShownConditions(
  columns: readonly Column[],
  conditions: readonly StoredCondition[],
): { readonly list: Condition[]; readonly isBroken: boolean } {
  const list = conditions.flatMap((one) => current(columns, one) ?? []);
  return { list, isBroken: list.length < conditions.length };
}

/** Whether the row `r` meets all of them; one whose field is gone, or cannot be asked so any more, fits none. */
export function fits(columns: readonly Column[], conditions: readonly StoredCondition[]): Where {
  const { list, isBroken } = asShownConditions(columns, conditions);
  if (isBroken) return sql<boolean>`false`;
  try {
    const parts = compileFilter(columns, list);
    return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  } catch {
    return sql<boolean>`false`;
  }
}
