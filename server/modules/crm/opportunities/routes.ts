import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

export const opportunityRoutes = (services: Services): Route[] =>
  typeRoutes(services, opportunityType, opportunityCalls);
