import { describe, expect, it } from 'vitest';
import {
  asNewLine,
  isFixed,
  lineSetupOf,
  newLine,
  readLines,
  rebasedLines,
  sentLines,
  typedInto,
  type FormLine,
  type LineSetup,
} from '#web/record/lines/form-lines.ts';
import { headPreview, rateForTotal, shownLine } from '#web/record/lines/line-figures.ts';
import { blockOf, pastedInto, readCell } from '#web/record/lines/paste-block.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { typeOnWire } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';

const range = { least: '-99999999999', most: '100' };
const orderLike = {
  name: 'order',
  idColumn: 'order_id',
  fields: [
    { fieldName: 'total_price', formType: 'floatnumber' },
    { fieldName: 'discount_rate', formType: 'percent', range },
    { fieldName: 'agreed_rate', formType: 'percent', range },
  ],
  lines: {
    code: 931,
    key: 'product',
    table: 'order_line',
    idColumn: 'line_id',
    parentColumn: 'order_id',
    fields: [
      { fieldName: 'product', formType: 'text', required: true },
      { fieldName: 'unit', formType: 'select', options: ['个', '箱'] },
      { fieldName: 'price', formType: 'floatnumber' },
      { fieldName: 'sales_price', formType: 'floatnumber' },
      { fieldName: 'num', formType: 'number', required: true, positive: true },
      { fieldName: 'discount', formType: 'percent', range },
      { fieldName: 'subtotal', formType: 'floatnumber' },
    ],
    searchField: 'product',
    amounts: {
      line: { price: 'price', salesPrice: 'sales_price', num: 'num', discount: 'discount', subtotal: 'subtotal' },
      head: { totalPrice: 'total_price', discountRate: 'discount_rate', agreedRate: 'agreed_rate' },
    },
  },
} as unknown as RecordType;

const asFormField = (
  { fieldName, formType, required, options = [], positive, range: bounds }: FixedField,
  at: number,
): FormField => ({
  fieldId: at + 1,
  fieldName,
  name: fieldName,
  ...typeOnWire(formType),
  inputTips: '',
  options: options.join(','),
  setting: [...options],
  isUnique: 0,
  isNull: required === true ? 1 : 0,
  maxLength: null,
  value: '',
  defaultValue: '',
  fieldType: 1,
  operating: 0,
  disabled: 0,
  relation: null,
  companionOf: null,
  ...(positive === true && { positive: 1 }),
  ...(bounds && { range: bounds }),
});
/** The fields of lines as a form gets them, some of them with more. */
const formFieldsOf = (more: Readonly<Record<string, Partial<FormField>>> = {}): FormField[] =>
  (orderLike.lines?.fields ?? []).map((field, at) => ({ ...asFormField(field, at), ...more[field.fieldName] }));
const headFieldsOf = (): FormField[] => orderLike.fields.map(asFormField);
const setup = lineSetupOf(orderLike, formFieldsOf()) as LineSetup;

const read = (id: number, product: string, more: object = {}) => ({
  id,
  values: {
    product,
    unit: '',
    price: '10.00',
    sales_price: '10.00',
    num: '1',
    discount: '0.00',
    subtotal: '10.00',
    ...more,
  },
});
const typed = (line: FormLine | undefined, fieldName: string, value: unknown): FormLine => {
  if (!line) throw new Error('no such line');
  return typedInto(setup, line, fieldName, value);
};

describe('the lines in a save', () => {
  const start = readLines({ lines: [read(1, '笔'), read(2, '纸')] });
  const [pen, paper] = start;

  it('are omitted without a difference', () => {
    expect(sentLines(setup, start, start)).toBeNull();
    expect(sentLines(setup, [...start, newLine()], start)).toBeNull();
    expect(sentLines(setup, [typed(typed(pen, 'num', '2'), 'num', '1'), ...start.slice(1)], start)).toBeNull();
  });

  it('include every line in its order, with what was typed', () => {
    const added = newLine({ product: '尺', unit: '', num: '2' });
    expect(sentLines(setup, [...start.toReversed(), added], start)).toEqual([
      { lineId: 2 },
      { lineId: 1 },
      { product: '尺', num: '2' },
    ]);
    expect(sentLines(setup, [typed(pen, 'unit', '箱')], start)).toEqual([{ lineId: 1, unit: '箱' }]);
  });

  it('include the later one of sales price and discount', () => {
    const discounted = typed(typed(pen, 'sales_price', '8'), 'discount', '50');
    expect(sentLines(setup, [discounted, ...start.slice(1)], start)?.[0]).toEqual({ lineId: 1, discount: '50' });
    expect(sentLines(setup, [typed(discounted, 'sales_price', '7'), ...start.slice(1)], start)?.[0]).toEqual({
      lineId: 1,
      sales_price: '7',
    });
  });

  it('omit derived figures of a copy', () => {
    const copy = asNewLine(setup, typed(paper, 'num', '3'));
    expect(sentLines(setup, [copy], [])).toEqual([{ product: '纸', price: '10.00', sales_price: '10.00', num: '3' }]);
  });
});

describe('lines merged with the current document', () => {
  const start = readLines({ lines: [read(1, '笔'), read(2, '纸'), read(3, '本')] });
  const [pen, paper, book] = start as [FormLine, FormLine, FormLine];
  const held = readLines({ lines: [read(1, '笔', { num: '5' }), read(4, '尺'), read(2, '纸', { unit: '箱' })] });
  const names = (lines: readonly FormLine[]) =>
    lines.map(({ read: values, typed: own }) => own['product'] ?? values['product']);

  it('include lines added by others, and lose those removed by others and unchanged here', () => {
    const rebased = rebasedLines(setup, [pen, paper, book], start, held, new Map());
    expect(names(rebased)).toEqual(['笔', '尺', '纸']);
    expect(sentLines(setup, rebased, held)).toBeNull();
  });

  it('keep typed values, unless the other one is taken', () => {
    const own = [typed(pen, 'num', '7'), typed(paper, 'price', '3')];
    const mine = rebasedLines(setup, own, start, held, new Map([['1.num', true]]));
    expect(sentLines(setup, mine, held)).toEqual([{ lineId: 1, num: '7' }, { lineId: 4 }, { lineId: 2, price: '3' }]);
    const theirs = rebasedLines(setup, own, start, held, new Map([['1.num', false]]));
    expect(sentLines(setup, theirs, held)).toEqual([{ lineId: 1 }, { lineId: 4 }, { lineId: 2, price: '3' }]);
  });

  it('restore a line removed there and changed here, and one removed here, as decided', () => {
    const own = [paper, typed(book, 'num', '9')];
    expect(
      names(
        rebasedLines(
          setup,
          own,
          start,
          held,
          new Map([
            ['3', true],
            ['1', true],
          ]),
        ),
      ),
    ).toEqual(['尺', '纸', '本']);
    expect(
      names(
        rebasedLines(
          setup,
          own,
          start,
          held,
          new Map([
            ['3', false],
            ['1', false],
          ]),
        ),
      ),
    ).toEqual(['笔', '尺', '纸']);
    const [again] = rebasedLines(setup, [typed(book, 'num', '9')], [book], [], new Map([['3', true]]));
    expect(again).toMatchObject({ id: null, typed: { product: '本', num: '9' } });
  });
});

it('do not change read-only and derived fields', () => {
  const fields = formFieldsOf({ num: { disabled: 1 } });
  const restricted = lineSetupOf(orderLike, fields) as LineSetup;
  expect(fields.filter((field) => isFixed(restricted, field)).map(({ fieldName }) => fieldName)).toEqual([
    'num',
    'subtotal',
  ]);
});

const without = (...names: readonly string[]) =>
  lineSetupOf(
    orderLike,
    formFieldsOf().filter(({ fieldName }) => !names.includes(fieldName)),
  ) as LineSetup;
const newPen = newLine({ product: '笔', price: '33.33', num: '3' });
const stored = readLines({
  lines: [
    {
      id: 1,
      values: { product: '笔', price: '10.00', sales_price: '8.00', num: '2', discount: '20.00', subtotal: '16.00' },
    },
  ],
}) as [FormLine];
const blank = { total_price: '', discount_rate: '', agreed_rate: '' };

describe('the figures of a line', () => {
  it.each([
    [
      { price: '33.33', num: '3' },
      { sales_price: '33.33', discount: '0.00', subtotal: '99.99' },
    ],
    [
      { price: '0.05', num: '1', discount: '33.3' },
      { sales_price: '0.03', discount: '40.00', subtotal: '0.03' },
    ],
    [
      { price: '￥1,000', num: '2', sales_price: '(5)' },
      { sales_price: '-5.00', subtotal: '-10.00' },
    ],
    [
      { price: '10', num: 'x' },
      { subtotal: '0.00', num: 'x' },
    ],
    [{ price: '10', num: '1', sales_price: 'x' }, { sales_price: 'x' }],
  ])('of %j are derived as on the server', (typed, expected) => {
    expect(shownLine(setup, newLine(typed))).toMatchObject(expected);
  });

  it('are the loaded ones until something is typed', () => {
    expect(shownLine(setup, stored[0])).toMatchObject({ discount: '20.00', subtotal: '16.00' });
  });

  it('are empty where they depend on fields that the user cannot see', () => {
    const typed = typedInto(setup, stored[0], 'num', '5');
    expect(shownLine(without('price'), typed)).toMatchObject({ sales_price: '8.00', discount: '', subtotal: '40.00' });
    expect(shownLine(without('sales_price'), { ...typed })).toMatchObject({ subtotal: '' });
    const discounted = typedInto(setup, stored[0], 'discount', '50');
    expect(shownLine(without('price'), discounted)).toMatchObject({ sales_price: '', subtotal: '' });
  });
});

describe('the money of a document', () => {
  const fields = headFieldsOf();
  const preview = (values: object, lines: readonly FormLine[], start: object = blank, isNew = true, among = fields) =>
    headPreview(
      setup,
      { fields: among, start: { ...blank, ...start }, values: { ...blank, ...start, ...values }, isNew },
      lines,
      isNew ? [] : stored,
    );

  it('follows the lines, and a rate or a total that is typed', () => {
    expect(preview({}, [newPen])).toEqual({ sum: '99.99', totalPrice: '99.99', discountRate: '0.00' });
    expect(preview({ discount_rate: '10' }, [newPen])).toMatchObject({ totalPrice: '89.99', discountRate: '10.00' });
    expect(preview({ total_price: '￥50' }, [newPen])).toMatchObject({ totalPrice: '50.00', discountRate: '49.99' });
    expect(preview({ total_price: 'x' }, [newPen])).toMatchObject({ totalPrice: '99.99' });
  });

  it('keeps the agreed rate of a document when its lines change', () => {
    const start = { total_price: '14.40', discount_rate: '10.00', agreed_rate: '10.00' };
    expect(preview({}, stored, start, false)).toMatchObject({ totalPrice: '14.40' });
    expect(preview({}, [...stored, newPen], start, false)).toMatchObject({ sum: '115.99', totalPrice: '104.39' });
  });

  it('is unknown where the agreed rate or a subtotal is hidden', () => {
    const known = fields.filter(({ fieldName }) => fieldName !== 'agreed_rate');
    expect(preview({}, [...stored, newPen], { total_price: '14.40' }, false, known)).toBeNull();
    expect(preview({}, [newPen], {}, true, known)).not.toBeNull();
  });

  it('sends the rate instead of a typed total once lines change', () => {
    const head = { fields, start: blank, values: { ...blank, total_price: '50' }, isNew: true };
    expect(rateForTotal(setup, head, headPreview(setup, head, [newPen], []))).toEqual({
      total_price: '',
      discount_rate: '49.99',
    });
    expect(rateForTotal(setup, { ...head, values: blank }, null)).toEqual({});
  });
});

const fieldNamed = (name: string) => setup.fields.find(({ fieldName }) => fieldName === name) as never;

describe('a block of a spreadsheet', () => {
  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a', [['a']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""b"""', [['two\nlines', 'a "b"']]],
    ['"A" series\t1', [['"A" series', '1']]],
    ['"open\tb', [['"open', 'b']]],
    ['a\n\nb', [['a'], [''], ['b']]],
  ])('%j has these cells', (copied, expected) => {
    expect(blockOf(copied)).toEqual(expected);
  });

  it.each([
    ['price', '￥1,234.5', '1234.50'],
    ['price', '(5)', '-5.00'],
    ['price', '1.2万', '12000.00'],
    ['price', '12,34', undefined],
    ['num', '1,000', '1000'],
    ['num', '-3', '-3'],
    ['num', '三', undefined],
    ['discount', '12.5%', '12.50'],
    ['unit', '箱', '箱'],
    ['unit', '吨', undefined],
    ['unit', '', ''],
  ])('reads %s from %s as %s', (name, text, expected) => {
    expect(readCell(fieldNamed(name), text)).toBe(expected);
  });

  it('is pasted from a cell on, adds lines, and keeps invalid text', () => {
    const line = newLine({ product: '笔', num: '1' });
    const pasted = pastedInto(setup, [line], { key: line.key, fieldName: 'unit' }, [
      ['箱', '10'],
      ['吨', '20', '18', '5', '', '99', '多'],
    ]);
    expect(pasted.lines.map((one) => one.typed)).toEqual([
      { product: '笔', num: '1', unit: '箱', price: '10.00' },
      { price: '20.00', sales_price: '18.00', num: '5' },
    ]);
    expect(pasted.lines[1]?.unread).toEqual({ unit: '吨' });
    expect(pasted.unread).toMatchObject([{ text: '吨', key: pasted.lines[1]?.key }]);
    expect(pasted.passedOver.map(({ fieldName }) => fieldName)).toEqual(['subtotal']);
    expect(pasted.beyond).toBe(1);
  });

  it('takes the sales price of a sheet, not the discount next to it, and the discount when it is alone', () => {
    const line = newLine();
    const at = { key: line.key, fieldName: 'price' };
    const [both] = pastedInto(setup, [line], at, [['100', '80', '1', '50%']]).lines;
    expect(shownLine(setup, both ?? line)).toMatchObject({ sales_price: '80.00', discount: '20.00' });
    const [alone] = pastedInto(setup, [line], at, [['100', '', '1', '50%']]).lines;
    expect(shownLine(setup, alone ?? line)).toMatchObject({ sales_price: '50.00', discount: '50.00' });
    expect(sentLines(setup, [alone ?? line], [])).toEqual([{ price: '100.00', num: '1', discount: '50.00' }]);
  });
});
