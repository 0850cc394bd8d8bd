import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

export const leadsRoutes = (services: Services): Route[] => [...typeRoutes(services, leadsType, leadsCalls)];
