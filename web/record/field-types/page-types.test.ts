import { expect, it } from 'vitest';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import {
  formTypes,
  typeOnWire,
  type Address,
  type Field,
  type FieldValue,
  type FormType,
} from '#shared/record/field.ts';
import { forRelated, relatedForms } from '#shared/record/relations/relation.ts';

const batchId = '0123456789abcdef';
const address: Address = { address: '浙江省,杭州市', location: '', detailAddress: '1号', lng: '', lat: '' };

/** The form value of each type, and what is saved to a record. */
const held: Record<FormType, readonly [inForm: unknown, inRecord: FieldValue]> = {
  text: ['文', '文'],
  textarea: ['一\n二', '一\n二'],
  select: ['甲', '甲'],
  sequence: ['HT-1', 'HT-1'],
  email: ['a@b.com', 'a@b.com'],
  mobile: ['13812345678', '13812345678'],
  number: ['1.50', '1.5'],
  floatnumber: ['1.5', '1.50'],
  percent: ['12.5', '12.50'],
  date: ['2026-01-31', '2026-01-31'],
  datetime: ['2026-01-31 08:00:00', '2026-01-31 08:00:00'],
  checkbox: [
    ['甲', '乙'],
    ['甲', '乙'],
  ],
  user: [
    [
      { userId: 3, realname: '王' },
      { userId: 4, realname: '李' },
    ],
    [3, 4],
  ],
  structure: [[{ deptId: 2, name: '销售部' }], [2]],
  file: [[{ batchId, name: '附件.txt' }], batchId],
  map_address: [address, address],
  ...forRelated((formType) => [[{ [relatedForms[formType].idKey]: 7, [relatedForms[formType].nameKey]: '名' }], 7]),
};

const fieldOf = (formType: FormType): Field => ({
  fieldId: 1,
  fieldName: 'field',
  name: '字段',
  formType,
  fieldType: 0,
  required: false,
  unique: false,
  options: ['甲', '乙'],
  maxLength: null,
  defaultValue: '',
  inputTips: '',
  operating: 0,
  sorting: 0,
  companionOf: null,
  hidden: false,
  readOnly: false,
});

/** The page's type of a wire field. */
const onPage = (formType: FormType) =>
  pageTypeOf({ ...typeOnWire(formType), ...(fieldTypeOf(formType).numbersRecords && { sequence: {} }) });

it.each(formTypes)('%s: form values are sent as a save reads them, and empty ones as empty', (formType) => {
  const send = onPage(formType).inSave ?? ((value) => value);
  const { parse } = fieldTypeOf(formType);
  const [inForm, inRecord] = held[formType];
  const read = (value: unknown) => parse(send(value, batchId), fieldOf(formType));
  expect(read(inForm)).toEqual({ ok: true, value: inRecord });
  expect(read(Array.isArray(inForm) ? [] : '')).toEqual({ ok: true, value: null });
});

it('an address is one cell, built from the keys of its row', () => {
  expect(pageTypeOf({ formType: 'map_address' }).cell?.({ ...address })).toBe('浙江省杭州市1号');
});

it('unknown types, such as a state, are text', () => {
  expect(pageTypeOf({ formType: 'dealStatus' })).toEqual({});
  expect(pageTypeOf({ formType: 'toString' })).toEqual({});
});
