import { expect, it } from 'vitest';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { formTypes, type FormType } from '#shared/record/field.ts';
import { forRelated } from '#shared/record/relations/relation.ts';

const names = [
  ['张三', '张**'],
  ['欧阳娜娜', '欧**'],
  ['𠮷田', '𠮷**'],
  ['张', '****'],
  ['Anna', 'A**'],
  ['Bo', '****'],
  ['13812345678', '****'],
  ['028-85551234', '****'],
  ['-5.50', '****'],
] as const;
const whole = (...texts: string[]) => texts.map((text) => [text, '****'] as const);

/** Display texts of each type, with their masked form. */
const cases: Record<FormType, readonly (readonly [string, string])[]> = {
  text: names,
  ...forRelated(() => names),
  mobile: [
    ['13812345678', '138****5678'],
    ['+60 1234567890', '601****7890'],
    ['1234567890', '****'],
    ['5678', '****'],
    ['', '****'],
  ],
  email: [
    ['anna@b.com', 'a***@b.com'],
    ['abc@b.com', 'a***@b.com'],
    ['ab@b.com', '***@b.com'],
    ['a@b.com', '***@b.com'],
    ['@b.com', '****'],
    ['anna', '****'],
  ],
  textarea: whole('张三来过', '一'),
  select: whole('甲', '重点客户'),
  checkbox: whole('甲', '甲,乙'),
  number: whole('5', '1234567'),
  floatnumber: whole('0.00', '-1234567.89'),
  percent: whole('12.50'),
  sequence: whole('HT-202611-0001'),
  date: whole('2026-01-31'),
  datetime: whole('2026-01-31 08:00:00'),
  file: whole('00000000-0000-4000-8000-000000000000'),
  user: whole('王明', '王明,李华'),
  structure: whole('销售部'),
  map_address: whole('浙江省杭州市西湖区 1号'),
};

it.each(formTypes)('%s shows only the permitted part of a value', (formType) => {
  const { mask } = fieldTypeOf(formType);
  expect(cases[formType].length).toBeGreaterThan(0);
  for (const [text, masked] of cases[formType]) expect([text, mask(text)]).toEqual([text, masked]);
});

it.each(formTypes)('%s does not reveal the length of a value', (formType) => {
  const { mask } = fieldTypeOf(formType);
  for (const unit of ['张', 'a', '7'])
    for (const length of [12, 13, 40, 200]) expect(mask(unit.repeat(length))).toBe(mask(unit.repeat(12)));
});
