import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

export const shipmentRoutes = (services: Services): Route[] => typeRoutes(services, shipmentType, shipmentCalls);
