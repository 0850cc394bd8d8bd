import { expect, it } from 'vitest';
import { companyChanges } from '#web/modules/crm/enterprise/company-changes.ts';
import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

const company = {
  Name: '云图公司',
  CreditCode: '91110108MA01ABCD2X',
  RegistCapi: '500万人民币',
  RecCap: '',
  Region: '北京市,北京市,海淀区',
  Address: '学院路1号',
  Phone: '',
  WebSite: 'www.yuntu.cn',
} as Enterprise;
const field = (fieldName: string, disabled = 0) => ({ fieldName, name: `“${fieldName}”`, disabled }) as FormField;

it('are the differing fields of the form, in its order, without read-only and missing fields', () => {
  const fields = ['website', 'customer_name', 'regist_capi', 'rec_cap', 'map_address', 'remark'].map((name) =>
    field(name),
  );
  const values = {
    website: 'www.old.cn',
    customer_name: ' 云图公司 ',
    map_address: { address: '北京市,北京市,海淀区', detailAddress: '学院路1号', location: 'x', lng: '1', lat: '2' },
  };
  expect(companyChanges('customer', company, [...fields, field('receipt_title', 1)], values)).toEqual([
    { fieldName: 'website', label: '“website”', value: 'www.yuntu.cn', shown: 'www.yuntu.cn', before: 'www.old.cn' },
    { fieldName: 'regist_capi', label: '“regist_capi”', value: '500万人民币', shown: '500万人民币', before: '' },
  ]);
});

it('show an address as people read it', () => {
  const [change] = companyChanges('customer', company, [field('map_address')], { map_address: '' });
  expect(change).toMatchObject({ shown: '北京市海淀区 学院路1号', before: '' });
});
