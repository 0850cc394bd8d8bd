import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { findTwins } from '#server/record/duplicates.ts';
import { ownershipRoutes } from '#server/record/ownership/routes.ts';
import { recordRoutes } from '#server/record/record-routes.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';

export const customerRoutes = (services: Services): Route[] => [
  ...recordRoutes(services, customerType, customerCalls),
  ...ownershipRoutes(customerType, customerCalls),
  route(customerCalls.duplicates, async ({ db, actor, input }) => {
    const twins = await findTwins(db, actor, customerType, { ...input, name: input.customerName });
    const list = twins.map(({ id, title, ...rest }) => ({ customerId: id, customerName: title, ...rest }));
    return { list, totalRow: list.length };
  }),
];
