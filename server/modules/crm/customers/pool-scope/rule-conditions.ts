import { clocksAmong, type PoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { findColumn, listColumns, type Column } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { columnLabel } from '#server/record/fields/list-columns.ts';
import { conditionsOf } from '#server/record/query/filter.ts';
import { asShownConditions, asStoredConditions } from '#server/record/scenes/stored-conditions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Condition, FilterData } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Columns of customers that the actor sees: nobody learns by a count what is hidden from them (security A6). */
const columnsFor = async (db: Database, actor: Actor): Promise<readonly Column[]> =>
  listColumns(customerType, await fieldsOf(db, actor, customerType));

interface Asks {
  readonly data?: FilterData;
  /** A field by its name; '' for the day on which the owner got the customer. */
  readonly clock?: string | undefined;
}

/**
 * What is sent of whom rules apply to and from when they count, as it is stored; nothing of what is not said.
 * @throws AppError `filter.*`, `pool.clock`
 */
export async function asksOf(
  db: Database,
  actor: Actor,
  { data, clock }: Asks,
): Promise<Partial<Pick<PoolRules, 'applies' | 'clock'>>> {
  if (data === undefined && clock === undefined) return {};
  const columns = await columnsFor(db, actor);
  return {
    ...(data !== undefined && { applies: asStoredConditions(columns, conditionsOf(data)) }),
    ...(clock !== undefined && { clock: clock === '' ? null : clockOf(columns, clock) }),
  };
}

function clockOf(columns: readonly Column[], name: string): string {
  const found = findColumn(clocksAmong(columns), name);
  if (!found) throw new AppError('pool.clock');
  return found.id;
}

/** As whoever sets the rules reads it. */
export interface ShownAsks {
  readonly data: Condition[];
  readonly clock: string;
  /** Something of it is hidden from the reader, or its field is gone: the page leaves it as it is unless it is set anew. */
  readonly isPartly: boolean;
  readonly clocks: { readonly fieldName: string; readonly name: string }[];
}

export async function shownAsks(
  db: Database,
  actor: Actor,
  { applies, clock }: Pick<PoolRules, 'applies' | 'clock'>,
): Promise<ShownAsks> {
  const columns = await columnsFor(db, actor);
  const { list, isBroken } = asShownConditions(columns, applies);
  const found = clock === null ? null : clocksAmong(columns).find(({ id }) => id === clock);
  return {
    data: list,
    clock: found?.fieldName ?? '',
    isPartly: isBroken || (clock !== null && !found),
    clocks: clocksAmong(columns).map((column) => ({
      fieldName: column.fieldName,
      name: columnLabel(customerType, column, actor),
    })),
  };
}
