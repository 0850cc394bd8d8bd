import { route, type Route, type SignedCall } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { poolAction } from '#server/modules/crm/customers/pool/acts.ts';
import { bulkSheetRoutes } from '#server/record/bulk-sheets/routes.ts';
import { findDuplicates, pageOfDuplicates } from '#server/record/query/duplicates.ts';
import { listRecords } from '#server/record/query/list.ts';
import { memberScope } from '#server/record/access/scope.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { customerCalls, customerSheets } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { z } from 'zod';

export const customerRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, customerType, customerCalls),
  ...bulkSheetRoutes(services, customerSheets, poolAction),
  route(customerCalls.shared, async ({ db, actor, input }) =>
    listRecords(db, actor, customerType, input, memberScope(actor, customerType)),
  ),
  route(customerCalls.duplicates, findCustomers),
  route(customerCalls.namesakes, findCustomers),
];

async function findCustomers({ db, actor, input }: SignedCall<z.output<typeof customerCalls.duplicates.input>>) {
  const { list: duplicates, more } = await findDuplicates(db, actor, customerType, {
    ...input,
    name: input.customerName,
  });
  const list = duplicates.map(({ id, title, ...rest }) => ({ customerId: id, customerName: title, ...rest }));
  return pageOfDuplicates(list, input, more);
}
