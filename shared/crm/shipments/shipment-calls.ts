import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const shipmentCalls = typeCalls(shipmentType);
