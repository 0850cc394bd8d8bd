import { call } from '#web/lib/http/client.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { deleteAction, editFieldAction } from '#web/record/actions/record-actions.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { productCalls } from '#shared/crm/products/product-calls.ts';
import { productCategories, productType, unitField } from '#shared/crm/products/product-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const CategoryDialog = lazyOverlay(() => import('#web/modules/crm/products/category-dialog.tsx'), 'CategoryDialog');

const setStatus = (status: 0 | 1): RecordAction => {
  const word = status === 1 ? 'put_on' : 'take_off';
  return {
    key: word,
    label: `product.${word}`,
    access: permissionOf(productType, 'status'),
    question: { one: `product.${word}_one`, many: `product.${word}_many` },
    fits: (rows) => rows.some((row) => row['status'] !== status),
    perform: (rows) => call(productCalls.updateStatus, { ids: idsOf(productType, rows), status }),
  };
};

export const productScreen = crmScreenOf(productType, productCalls, {
  more: [
    { key: 'categories', label: 'product_category.title', access: productCategories.access, Dialog: CategoryDialog },
  ],
  acts: [setStatus(1), setStatus(0), editFieldAction(productType), deleteAction(productType, productCalls)],
  // the main figures (R12.2)
  figures: [
    { label: 'crm_product.category_id', show: (record) => String(record['categoryName'] ?? '') },
    { field: unitField },
    { label: 'crm_product.price', show: (record) => String(record['price'] ?? '') },
    { label: 'crm_product.num', show: (record) => String(record['num'] ?? '') },
  ],
});
