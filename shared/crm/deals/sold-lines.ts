import { productType, shelf, shelfField, unitField } from '#shared/crm/products/product-type.ts';
import type { LineDeclaration } from '#shared/record/record-type.ts';

/** Rates of a document: a price above the list price is a negative discount. */
const rate = { least: '-99999999999', most: '100' } as const;

/**
 * What is sold by a document: the product, and what was agreed when the line was written. Name, category, unit, price
 * and tax are copied from the product by the server and stay as they were.
 */
export const soldLines = {
  key: 'product',
  idColumn: 'line_id',
  fields: [
    {
      fieldName: 'product_id',
      formType: 'product',
      required: true,
      relation: {
        to: productType.code,
        onDelete: 'keep',
        onMerge: 'move',
        onTransfer: 'stay',
        offers: { field: shelfField, is: shelf.on },
        copies: {
          name: 'name',
          category: 'category_id',
          unit: unitField,
          price: 'price',
          tax_rate: 'tax_rate',
          tax_code: 'tax_code',
        },
      },
    },
    { fieldName: 'name', formType: 'text', maxLength: 200 },
    { fieldName: 'category', formType: 'text', maxLength: 200 },
    { fieldName: 'unit', formType: 'text', maxLength: 20 },
    { fieldName: 'price', formType: 'floatnumber' },
    { fieldName: 'sales_price', formType: 'floatnumber' },
    { fieldName: 'num', formType: 'number', required: true, positive: true },
    { fieldName: 'discount', formType: 'percent', range: rate },
    { fieldName: 'subtotal', formType: 'floatnumber' },
    { fieldName: 'tax_rate', formType: 'percent', range: { least: '0', most: '100' } },
    { fieldName: 'tax_code', formType: 'text', maxLength: 19 },
  ],
  kept: ['name', 'category', 'unit', 'price', 'tax_rate', 'tax_code'],
  searchField: 'name',
  amounts: {
    line: { price: 'price', salesPrice: 'sales_price', num: 'num', discount: 'discount', subtotal: 'subtotal' },
    head: { totalPrice: 'total_price', discountRate: 'discount_rate', agreedRate: 'agreed_rate' },
    amount: 'money',
  },
} as const satisfies Omit<LineDeclaration, 'code' | 'table' | 'parentColumn'>;

/** The amounts of a document that its lines give. */
export const totals = [
  { fieldName: 'total_price', formType: 'floatnumber' },
  { fieldName: 'discount_rate', formType: 'percent', range: rate },
  { fieldName: 'agreed_rate', formType: 'percent', range: rate },
] as const;
