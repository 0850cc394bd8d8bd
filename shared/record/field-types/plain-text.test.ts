import { expect, it } from 'vitest';
import { parseText } from '#shared/record/field-types/plain-text.ts';
import type { Field } from '#shared/record/field.ts';

const read = (input: unknown) => parseText(input, { name: '名称', fieldType: 1, fieldName: 'name' } as Field);

it.each([
  ['甲\u200B公\u2060司\uFEFF', '甲公司'],
  ['\u202Egnp.\u2066a\u2069', 'gnp.a'],
  ['\u200B', null],
  ['甲\u200E乙\u200F丙\u061C丁\u00AD戊\u2062\u206A\u3164', '甲乙丙丁戊'],
  ['甲\u200D乙\u200C丙', '甲乙丙'],
  ['a\uFE0Fb', 'ab'],
  ['1\u200D2\uFE0F3', '123'],
  ['1\uFE0F\u20E3', '1\uFE0F\u20E3'],
  // a heart in colour, and a word of Persian
  ['❤\uFE0F', '❤\uFE0F'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  // the family emoji consists of several joined ones
  ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
])('invisible characters do not make texts differ: %j', (input, value) => {
  expect(read(input)).toEqual({ ok: true, value });
});
