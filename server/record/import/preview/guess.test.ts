import { describe, expect, it } from 'vitest';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import { columnsOf, type SheetColumn } from '#server/record/import/columns.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import { guessColumns } from './guess.ts';
import { wordsOf } from './words.ts';

const field = (fieldName: string, name: string, formType: FormType = 'text', options: readonly string[] = []): Field =>
  ({
    fieldName,
    name,
    formType,
    options,
    fieldType: 0,
    required: false,
    unique: false,
    companionOf: null,
  }) as unknown as Field;

const columns: SheetColumn[] = [
  field('f1', '客户名称'),
  field('f2', '手机', 'mobile'),
  field('f3', '电话'),
  field('f4', '网址'),
  field('f5', '客户级别', 'select', ['A（重点客户）', 'B（普通客户）']),
  field('f6', '客户行业', 'select', ['制造业', '零售业']),
  field('f7', '客户来源', 'select', ['广告', '转介绍']),
  field('f8', '下次联系时间', 'datetime'),
  field('f9', '备注', 'textarea'),
  field('f10', '邮箱', 'email'),
]
  .flatMap((one) => columnsOf(customerType, one))
  .map((column) => ({ ...column, words: wordsOf(Object.values(column.labels), headingWords) }));

const guess = (
  headings: readonly string[],
  rows: readonly (readonly string[])[] = [],
  earlier: Record<string, string> = {},
) =>
  guessColumns(columns, {
    headings,
    textsOf: (index) => rows.map((row) => row[index] ?? ''),
    earlier: new Map(Object.entries(earlier)),
  }).map((found) => [found.name, found.guess]);

describe("the columns of somebody's own sheet", () => {
  it('are known by words for the same thing, whole or within the heading', () => {
    const untidy = ['公司名', '等级', '联系手机', '座机', '所属行业', '来源渠道', '官网', '下次跟进', '备注说明'];
    expect(guess(untidy)).toEqual(['f1', 'f5', 'f2', 'f3', 'f6', 'f7', 'f4', 'f8', 'f9'].map((name) => [name, 'word']));
    expect(guess(['客户的手机号码（必填）', 'E-Mail', 'Company'])).toEqual([
      ['f2', 'word'],
      ['f10', 'word'],
      ['f1', 'word'],
    ]);
  });

  it('are not guessed where the heading is the label, which goes before every guess', () => {
    expect(guess(['联系手机', '手机(*)'])).toEqual([
      [null, null],
      ['f2', null],
    ]);
  });

  it('are known by what was chosen last time, also to pass a heading over', () => {
    expect(guess(['编号', '甲方', '公司名'], [], { 甲方: 'f1', 编号: '' })).toEqual([
      ['', 'before'],
      ['f1', 'before'],
      [null, null],
    ]);
    // its field is no more
    expect(guess(['甲方'], [], { 甲方: 'f99' })).toEqual([[null, null]]);
  });

  it('are known by pinyin and by its initials', () => {
    expect(guess(['kehumingcheng', 'SJ'])).toEqual([
      ['f1', 'pinyin'],
      ['f2', 'pinyin'],
    ]);
  });

  it('are known by what stands below, if all of it is of one kind', () => {
    const rows = [
      ['138 1234 5678', 'a@b.com', '制造业', '随便'],
      ['13912345678', '', '零售业', '13912345678'],
    ];
    expect(guess(['一', '二', '三', '四'], rows)).toEqual([
      ['f2', 'values'],
      ['f10', 'values'],
      ['f6', 'values'],
      [null, null],
    ]);
  });

  it('are left open where two fit', () => {
    expect(guess(['手机与电话']).flat()).toEqual([null, null]);
  });
});
