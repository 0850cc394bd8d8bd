import { sql } from 'kysely';
import { recordToDo, type ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import { shipmentStatuses } from '#shared/crm/shipments/shipment-type.ts';

const statuses = [shipmentStatuses.toSend, shipmentStatuses.partlySent];

/** Shipments of which nothing has left yet (1), and those of which something lacks (2). */
export const shipmentToDo: ToDoModule = {
  kinds: [
    recordToDo('checkExpress', async (_db, _actor, state) => sql<boolean>`r.status = ${statuses[state - 1] ?? -1}`, {
      sortField: 'createTime',
      order: 2,
    }),
  ],
  run: [],
};
