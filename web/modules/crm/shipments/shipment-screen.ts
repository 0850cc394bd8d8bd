import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

export const shipmentScreen = crmScreenOf(shipmentType, shipmentCalls);
