import { describe, expect, it } from 'vitest';
import { asNew } from '#web/modules/crm/contracts/as-new.ts';
import type { FormField, FormLines } from '#shared/record/calls/field-calls.ts';

const field = (fieldName: string, value: unknown, more: Record<string, unknown> = {}): FormField =>
  ({ fieldName, formType: 'text', value, ...more }) as unknown as FormField;
const fields = [
  field('num', 'HT20260101-0001'),
  field('name', '年度框架'),
  field('customer_id', [{ customerId: 7, customerName: '华东贸易' }]),
  field('order_date', '2025-12-20'),
  field('start_time', '2026-01-01'),
  field('end_time', '2026-12-31'),
  field('total_price', '900.00'),
  field('agreed_rate', '10'),
  field('remark', ''),
  field('telephone', '138****0000', { masked: 1 }),
  field('scan', [{ fileId: 3 }], { formType: 'file' }),
  field('sum', '5', { computed: 1 }),
];
const lines = {
  fields: [
    field('product_id', null),
    field('num', null),
    field('sales_price', null),
    field('subtotal', null),
    field('category', null, { computed: 1 }),
    field('cost', null, { masked: 1 }),
  ],
  lines: [{ lineId: 4, values: { product_id: '7', num: '2', sales_price: '90.00', subtotal: '180.00', cost: '***' } }],
} as unknown as FormLines;
const made = (isRenewal: boolean) => asNew(fields, lines, isRenewal);

describe('a contract as a new one', () => {
  it('copied keeps what was agreed; its number, papers, dates and sums are its own', () => {
    const { name, customer_id, product, ...rest } = made(false);
    expect([name, customer_id]).toEqual(['年度框架', [{ customerId: 7, customerName: '华东贸易' }]]);
    expect(rest).toEqual({});
    // lines are new ones: what follows from others comes with the save
    expect(product).toEqual([{ product_id: '7', num: '2', sales_price: '90.00' }]);
  });

  it('renewed begins the day after the end, and lasts as long', () => {
    expect(made(true)).toMatchObject({ name: '年度框架', start_time: '2027-01-01', end_time: '2027-12-31' });
    expect(Object.keys(made(true))).not.toContain('num');
  });

  it('without dates is renewed without', () => {
    const undated = fields.filter(({ fieldName }) => fieldName !== 'end_time');
    expect(Object.keys(asNew(undated, lines, true))).not.toContain('start_time');
  });
});
