import { join } from 'node:path';
import { tabAnswer } from '#server/modules/crm/tab-answer.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { parcelCalls } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { changeStatus } from './change-status.ts';
import { contractOfReceivable, leftOf, shipmentsOf } from './lists.ts';
import { openLinesOf, parcelOf, parcelsOf } from './parcels/read-parcels.ts';
import { saveParcel } from './parcels/save-parcel.ts';
import { loadTracking } from './parcels/load-tracking.ts';
import { ownTracking, type ParcelTracking } from './parcels/tracking.ts';
import { writeTrackingSheet } from './parcels/tracking-sheet.ts';

export const shipmentRoutes = (services: Services, tracking: ParcelTracking = ownTracking): Route[] => [
  // its upload is no import
  ...typeRoutes(services, shipmentType, { ...shipmentCalls, upload: typeCalls(shipmentType).upload }),
  route(shipmentCalls.updateStatus, ({ db, actor, input }) => changeStatus(db, actor, input, input.status)),
  route(shipmentCalls.voidStatus, ({ db, actor, input }) => changeStatus(db, actor, input, shipmentStatuses.void)),
  route(shipmentCalls.ofContract, ({ db, actor, input }) =>
    tabAnswer(input, (slice) => shipmentsOf(db, actor, [input.contractId], slice)),
  ),
  route(shipmentCalls.ofContracts, ({ db, actor, input }) =>
    tabAnswer(input, (slice) => shipmentsOf(db, actor, input.contractIds, slice)),
  ),
  route(shipmentCalls.ofReceivable, async ({ db, actor, input }) => {
    const contractId = await contractOfReceivable(db, actor, input.receivablesId);
    return tabAnswer(input, (slice) => shipmentsOf(db, actor, [contractId], slice));
  }),
  route(shipmentCalls.left, ({ db, actor, input }) => leftOf(db, actor, input.contractId)),
  route(shipmentCalls.trackingSheet, async ({ db, actor, input }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'parcels', (path) =>
      writeTrackingSheet(db, actor, input.expressIds, path),
    ),
  ),
  route(shipmentCalls.upload, async ({ db, actor, upload }) => {
    if (!upload) throw new AppError('import.no_file');
    return loadTracking(db, actor, upload);
  }),
  route(parcelCalls.list, ({ db, actor, input }) => parcelsOf(db, actor, input.expressId)),
  route(parcelCalls.read, ({ db, actor, input }) => parcelOf(db, actor, input.deliverId)),
  route(parcelCalls.left, ({ db, actor, input }) => openLinesOf(db, actor, input.expressId)),
  route(parcelCalls.save, ({ db, actor, input }) => saveParcel(db, actor, input)),
  route(parcelCalls.log, async ({ db, actor, input: { deliverCompany = '', deliverNumber } }) => [
    ...(await tracking.eventsOf(db, actor, { company: deliverCompany, number: deliverNumber })),
  ]),
];
