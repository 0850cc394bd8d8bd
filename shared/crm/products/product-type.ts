import { levels } from '#shared/crm/options.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Tree } from '#shared/record/trees/tree.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_product: true;
  }
}

/** Errors of products and their categories. */
export const productErrors = {
  'product.number_taken': 500,
  'product.level_twice': 422,
  'product.off_shelf': 422,
  'product_category.in_use': 500,
  'product_category.has_children': 500,
} as const;
type ProductErrors = typeof productErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ProductErrors {}
}

/** The categories of products (R9.14). */
export const productCategories: Tree = {
  table: 'product_category',
  idColumn: 'category_id',
  family: 'CrmProductCategory',
  title: 'product_category.title',
  access: 'manage:crm:setting',
  inUse: 'product_category.in_use',
  hasChildren: 'product_category.has_children',
};

/** The starter fields that older clients read by their labels: whether it is sold, and what it is counted in. */
export const shelfField = '是否上下架';
export const unitField = '单位';
export const shelf = { on: '上架', off: '下架' } as const;

/** Products (module code 4): fields with their defaults, and list columns (R9.11, R8.7). */
export const productType = {
  code: 4,
  name: 'crm_product',
  family: 'CrmProduct',
  area: 'crm',
  module: 'product',
  isCommon: true,
  can: ['delete', 'import', 'export', 'board'],
  paths: { save: 'saveAndUpdate' },
  table: 'product',
  idColumn: 'product_id',
  idKey: 'productId',
  idsKey: 'productIds',
  titleField: 'name',
  fields: [
    { fieldName: 'name', formType: 'text', required: true, operating: 1 },
    { fieldName: 'category_id', formType: 'category', required: true, operating: 3, tree: productCategories },
    {
      fieldName: 'num',
      formType: 'sequence',
      required: true,
      taken: 'product.number_taken',
      sequence: { pattern: 'CP{00000}', reset: 'never' },
    },
    { fieldName: 'price', formType: 'floatnumber', required: true },
    { fieldName: 'floor_price', formType: 'floatnumber' },
    { fieldName: 'cost_price', formType: 'floatnumber' },
    { fieldName: 'tax_rate', formType: 'percent', range: { least: '0', most: '100' } },
    { fieldName: 'tax_code', formType: 'text', maxLength: 19 },
    { fieldName: 'pictures', formType: 'file' },
    { fieldName: 'description', formType: 'textarea' },
  ],
  starterFields: [
    {
      name: shelfField,
      label: 'crm_product.starter.shelf',
      formType: 'select',
      options: [shelf.on, shelf.off],
      required: true,
      operating: 3,
      after: 'price',
    },
    {
      name: unitField,
      label: 'crm_product.starter.unit',
      formType: 'select',
      options: ['个', '块', '只', '把', '枚', '瓶', '盒', '台', '吨', '千克', '米', '箱', '套'],
      after: 'num',
    },
  ],
  searchFields: ['name', 'num'],
  systemColumns: [],
  rowColumns: [],
  firstColumns: ['name', 'num', unitField, 'price', 'category_name', shelfField],
  // what customers of a level pay
  lines: {
    code: 41,
    key: 'prices',
    table: 'product_price',
    idColumn: 'price_id',
    parentColumn: 'product_id',
    fields: [
      { fieldName: 'level', formType: 'select', required: true, options: levels },
      { fieldName: 'level_price', formType: 'floatnumber', required: true },
    ],
    searchField: 'level',
  },
  rowKeys: ['status', 'unit'],
  searchPlace: 60,
  fileName: 'products',
} as const satisfies RecordType;
