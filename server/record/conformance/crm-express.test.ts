import { conforms } from '#server/testing/suites/conforms.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

conforms(shipmentType);
