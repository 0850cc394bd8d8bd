import { shipmentScreen } from '#web/modules/crm/shipments/shipment-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/send (R2.2). */
export const ShipmentPage = () => <RecordList screen={shipmentScreen} />;
