import { z } from 'zod';
import { productCategories, productType } from '#shared/crm/products/product-type.ts';
import { actionAnswer } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { treeCalls } from '#shared/record/trees/tree.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, someIds } from '#shared/wire/values.ts';

export const productCalls = {
  ...typeCalls(productType),
  /** Puts products on the shelf (1) or takes them off (0). One action, one undo. */
  updateStatus: endpoint({
    path: 'CrmProduct/updateStatus',
    access: permissionOf(productType, 'status'),
    ids: { ids: productType.name },
    effect: 'write',
    input: z.object({ ids: someIds, status: flag }),
    output: actionAnswer,
    codes: ['access.record', 'record.conflict', 'field.read_only'],
  }),
};

export const productCategoryCalls = treeCalls(productCategories);
