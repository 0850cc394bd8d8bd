import { describe, expect, it } from 'vitest';
import { companyNameKey, isSameCompanyName } from '#shared/text/company-name.ts';

const sameFirms = [
  ['北京云图科技有限公司', '北京云图科技（有限）公司'],
  ['北京云图科技有限公司', '北京云图科技有限责任公司'],
  ['北京云图科技有限公司', '北京云图科技股份有限公司'],
  ['北京云图科技有限公司', ' 北京 云图　科技 有限公司 '],
  ['北京云图科技有限公司', '北京云图科技'],
  ['北京（云图）科技有限公司', '北京(云图)科技有限公司'],
  ['北京【云图】科技有限公司', '北京〔云图〕科技有限公司'],
  ['云图「华东」科技', '云图华东科技'],
  ['华盛集团有限公司', '华盛（集团）有限公司'],
  ['华盛集团', '华盛集团公司'],
  ['ＡＢＣ科技１２３有限公司', 'abc科技123有限公司'],
  ['阿卜杜拉·买买提商行', '阿卜杜拉•买买提商行'],
  ['北京云图管理中心（有限合伙）', '北京云图管理中心'],
  ['Yuntu Technology Co., Ltd.', 'YUNTU TECHNOLOGY CO LTD'],
  ['Yuntu Technology, Inc.', 'Yuntu-Technology Inc'],
  ['云图科技Co.,Ltd', '云图科技有限公司'],
  ['云图科技有限公司 Co., Ltd.', '云图科技'],
  ['Yuntu Group Limited', 'Yuntu'],
] as const;

const differentFirms = [
  ['北京云图科技有限公司', '北京云途科技有限公司'],
  ['北京云图科技有限公司', '上海云图科技有限公司'],
  ['北京云图科技有限公司', '北京云图科技有限公司上海分公司'],
  ['北京云图科技上海分公司', '北京云图科技广州分公司'],
  ['云图科技上海分公司', '云图科技上海'],
  ['云图（中国）有限公司', '云图有限公司'],
  ['云图一二有限公司', '云图一〇有限公司'],
  ['佳佳超市', '佳々超市'],
  ['Costco', 'Cost'],
  ['Zinc', 'Z'],
  ['云图2有限公司', '云图3有限公司'],
  ['', ''],
] as const;

describe('names of the same company', () => {
  it.each(sameFirms)('%s is %s', (left, right) => {
    expect(companyNameKey(left)).toBe(companyNameKey(right));
    expect(isSameCompanyName(left, right)).toBe(true);
  });
});

describe('names of different companies', () => {
  it.each(differentFirms)('%s is not %s', (left, right) => {
    expect(isSameCompanyName(left, right)).toBe(false);
  });
});

it('keeps a name that is only a legal form, and has no key for punctuation alone', () => {
  expect(companyNameKey('有限公司')).toBe('有限公司');
  expect(companyNameKey('Co., Ltd.')).toBe('coltd');
  expect(companyNameKey(' （）·—')).toBe('');
  expect(isSameCompanyName('（）', '—')).toBe(false);
});

it('takes linear, not quadratic time', () => {
  // a name consisting of endings takes one pass per ending
  expect(companyNameKey(`云图${'公司'.repeat(50)}`)).toBe('云图');
  expect(companyNameKey(`yuntu${' ltd'.repeat(50)}`)).toBe('yuntu');
});
