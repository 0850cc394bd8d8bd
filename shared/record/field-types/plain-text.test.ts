import { expect, it } from 'vitest';
import { text } from '#shared/record/field-types/text.ts';
import { textarea } from '#shared/record/field-types/textarea.ts';
import type { Field } from '#shared/record/field.ts';

const field = { name: '名称', fieldType: 1, fieldName: 'name' } as Field;
const family = '👨\u200D👩\u200D👧';

it.each([
  ['甲\u200B公\u2060司\uFEFF', '甲公司'],
  ['\u202Egnp.\u2066a\u2069', 'gnp.a'],
  ['\u200B', null],
  ['甲\u200E乙\u200F丙\u061C丁\u00AD戊\u2062\u206A\u3164', '甲乙丙丁戊'],
  ['甲\u200D乙\u200C丙', '甲乙丙'],
  ['a\uFE0Fb', 'ab'],
  ['张三\uFE0F', '张三'],
  [family, '👨👩👧'],
])('invisible characters do not make names differ: %j', (input, value) => {
  expect(text.parse(input, field)).toEqual({ ok: true, value });
});

it.each([
  [family, family],
  ['❤\uFE0F می\u200Cخواهم', '❤\uFE0F می\u200Cخواهم'],
  ['\u202Egnp.\u2066a\u2069', 'gnp.a'],
])('long text loses what turns its direction alone: %j', (input, value) => {
  expect(textarea.parse(input, field)).toEqual({ ok: true, value });
});
