import { fileURLToPath } from 'node:url';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import type { TestType } from '#server/testing/company.ts';

/** Where the pages of the fixture product are. */
export const fixturePages = fileURLToPath(new URL('../../dist/web-fixtures/', import.meta.url));

/** Test types for the browser, each with the address of its list. */
export const fixtureTypes: readonly (TestType & { readonly path: string })[] = [
  { ...fixtureOrder, path: '/crm/fixture-order' },
];

/** Their messages, which the product lacks. */
export const fixtureWords = {
  cn: {
    crm_fixture_order: '订单',
    'crm_fixture_order.list': '订单',
    'crm_fixture_order.new': '新建订单',
    'crm_fixture_order.edit': '编辑订单',
    'crm_fixture_order.search': '搜索订单',
    'crm_fixture_order.title': '订单名称',
    'crm_fixture_order.customer_id': '客户',
    'crm_fixture_order.kind': '类型',
    'crm_fixture_order.total_price': '订单总额',
    'crm_fixture_order.discount_rate': '整单折扣',
    'crm_fixture_order.agreed_rate': '约定折扣',
    'crm_fixture_order.line.product': '产品',
    'crm_fixture_order.line.unit': '单位',
    'crm_fixture_order.line.price': '标准价格',
    'crm_fixture_order.line.sales_price': '售价',
    'crm_fixture_order.line.num': '数量',
    'crm_fixture_order.line.discount': '折扣',
    'crm_fixture_order.line.subtotal': '小计',
  },
  en: {
    crm_fixture_order: 'Order',
    'crm_fixture_order.list': 'Orders',
    'crm_fixture_order.new': 'New order',
    'crm_fixture_order.edit': 'Edit order',
    'crm_fixture_order.search': 'Search orders',
    'crm_fixture_order.title': 'Order name',
    'crm_fixture_order.customer_id': 'Customer',
    'crm_fixture_order.kind': 'Kind',
    'crm_fixture_order.total_price': 'Total',
    'crm_fixture_order.discount_rate': 'Discount',
    'crm_fixture_order.agreed_rate': 'Agreed discount',
    'crm_fixture_order.line.product': 'Product',
    'crm_fixture_order.line.unit': 'Unit',
    'crm_fixture_order.line.price': 'Standard price',
    'crm_fixture_order.line.sales_price': 'Sales price',
    'crm_fixture_order.line.num': 'Quantity',
    'crm_fixture_order.line.discount': 'Discount',
    'crm_fixture_order.line.subtotal': 'Subtotal',
  },
} as const;
