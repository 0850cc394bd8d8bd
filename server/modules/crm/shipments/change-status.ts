import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { StateAnswer } from '#server/record/states/apply.ts';
import { changeState } from '#server/record/states/change.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const names: Readonly<Record<number, string>> = {
  [shipmentStatuses.received]: 'receive',
  [shipmentStatuses.void]: 'void',
  [shipmentStatuses.cancelled]: 'cancel',
};

/** Shipments as older clients name them. */
interface Asked {
  readonly expressId?: number | undefined;
  readonly expressIds: readonly number[];
  readonly ids: readonly number[];
  readonly remark?: string | undefined;
}

/** One change of state by the state that it leads to. @throws AppError `input.ids_empty`, and what `changeState` refuses */
export async function changeStatus(db: Database, actor: Actor, asked: Asked, status: number): Promise<StateAnswer> {
  const { expressId, expressIds, ids: others, remark } = asked;
  const ids = [...new Set([...expressIds, ...others, ...(expressId === undefined ? [] : [expressId])])];
  if (ids.length === 0) throw new AppError('input.ids_empty');
  const column = stateColumn(shipmentType, 'status');
  const name = names[status];
  if (!column || name === undefined) throw new AppError('state.unknown');
  return changeState(db, actor, shipmentType, { ids, column, name, input: { remark } });
}
