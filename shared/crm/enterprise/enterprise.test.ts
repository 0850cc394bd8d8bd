import { describe, expect, it } from 'vitest';
import { headcountOf, natureOf, registryValues, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';

const company: Enterprise = {
  Name: '北京云图科技有限公司',
  CreditCode: '91110108MA01ABCD2X',
  OperName: '王伟',
  RegistCapi: '500万人民币',
  RecCap: '',
  Status: '存续',
  NatureCode: 1,
  PersonScope: '50-99',
  Industry: 'IT',
  Region: '北京市,北京市,海淀区',
  Address: '北京市海淀区学院路1号',
  Phone: '010-88880000',
  Email: '',
  WebSite: 'www.yuntu.cn',
  StartDate: '2010-01-02',
};

describe('a company of the registry (R19.5, R19.6)', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0])('of nature %d is state-owned for 4, 7, 10, 11 only', (code) => {
    expect(natureOf({ NatureCode: code })).toBe([4, 7, 10, 11].includes(code) ? 'state' : 'private');
  });

  it.each([
    ['-', 'below_50'],
    ['', 'below_50'],
    ['0', 'below_50'],
    ['49', 'below_50'],
    ['20-49人', 'below_50'],
    ['少于50人', 'below_50'],
    ['小于50', 'below_50'],
    ['1万人以上', 'over_200'],
    ['不足1万人', 'over_200'],
    ['50', '50_200'],
    ['199', '50_200'],
    ['50-99', '50_200'],
    ['200', 'over_200'],
    ['200-299', 'over_200'],
    ['1,000', 'over_200'],
  ])('with a headcount of “%s” is %s', (PersonScope, expected) => {
    expect(headcountOf({ PersonScope })).toBe(expected);
  });

  it('has values for fields of a customer, and none for what it does not know', () => {
    expect(registryValues('customer', company)).toEqual({
      customer_name: '北京云图科技有限公司',
      telephone: '010-88880000',
      website: 'www.yuntu.cn',
      receipt_title: '北京云图科技有限公司',
      receipt_identifier: '91110108MA01ABCD2X',
      regist_capi: '500万人民币',
      map_address: { address: '北京市,北京市,海淀区', detailAddress: '学院路1号', location: '', lng: '', lat: '' },
    });
    expect(registryValues('customer', { ...company, CreditCode: '', Region: '' })).not.toHaveProperty('receipt_title');
  });

  it('returns the address of a lead without repetition', () => {
    expect(registryValues('leads', company)).toEqual({
      leads_name: '北京云图科技有限公司',
      telephone: '010-88880000',
      address: '北京市海淀区学院路1号',
    });
    const street = { ...company, Region: '广东省,深圳市,南山区', Address: '科技园路9号' };
    expect(registryValues('leads', street)['address']).toBe('广东省深圳市南山区科技园路9号');
  });
});
