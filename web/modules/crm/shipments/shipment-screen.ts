import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { createTimeFigure, ownerFigure } from '#web/record/screen-of.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const ParcelsPanel = lazyOverlay(() => import('#web/modules/crm/shipments/parcels-panel.tsx'), 'ParcelsPanel');
const TrackingDialog = lazyOverlay(() => import('#web/modules/crm/shipments/tracking-dialog.tsx'), 'TrackingDialog');

// its upload is no import
const calls = { ...shipmentCalls, upload: typeCalls(shipmentType).upload };

export const shipmentScreen = crmScreenOf(shipmentType, calls, {
  // the main figures (R12.2)
  figures: [
    { label: 'crm_express.customer_id', show: (record) => String(record['customerName'] ?? '') },
    { label: 'crm_express.contract_id', show: (record) => String(record['contractNum'] ?? '') },
    ownerFigure,
    createTimeFigure,
  ],
  panels: [{ key: 'parcels', label: 'parcel.list', Panel: ParcelsPanel }],
  more: [
    {
      key: 'tracking',
      label: 'parcel.sheets',
      access: permissionOf(shipmentType, 'update'),
      Dialog: TrackingDialog,
    },
  ],
});
