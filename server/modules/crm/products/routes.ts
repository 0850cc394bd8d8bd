import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { editField } from '#server/record/actions/edit-field.ts';
import { treeRoutes } from '#server/record/trees/tree-routes.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { productCalls, productCategoryCalls } from '#shared/crm/products/product-calls.ts';
import { productCategories, productType, shelf, shelfField } from '#shared/crm/products/product-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

export const productRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, productType, productCalls),
  route(productCalls.updateStatus, async ({ db, actor, input: { ids, status } }) =>
    editField(db, actor, productType, {
      ids,
      fieldName: shelfField,
      value: status === 1 ? shelf.on : shelf.off,
      access: permissionOf(productType, 'status'),
    }),
  ),
  ...treeRoutes(productCategories, productCategoryCalls),
];
