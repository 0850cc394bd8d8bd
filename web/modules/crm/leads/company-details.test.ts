import { expect, it } from 'vitest';
import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import { companyDetails } from './company-details.ts';

const company: Enterprise = {
  Name: '杭州云图科技有限公司',
  CreditCode: '91330100MA2XXXXX1A',
  OperName: '王一',
  RegistCapi: '500万人民币',
  RecCap: '',
  Status: '存续',
  NatureCode: 1,
  PersonScope: '-',
  Industry: '软件',
  Region: '浙江省,杭州市,西湖区',
  Address: '浙江省杭州市西湖区文三路1号',
  Phone: '0571-88886666',
  Email: '',
  WebSite: 'www.yuntu.cn',
  StartDate: '2015-03-02',
};

it('shows what the registry knows, and leaves out what it does not', () => {
  expect(companyDetails(company, '')).toEqual({
    customerName: '杭州云图科技有限公司',
    telephone: '0571-88886666',
    website: 'www.yuntu.cn',
    receiptTitle: '杭州云图科技有限公司',
    receiptIdentifier: '91330100MA2XXXXX1A',
    registCapi: '500万人民币',
    recCap: undefined,
    area: '浙江省,杭州市,西湖区',
    detailAddress: '文三路1号',
  });
});

it("keeps the lead's own telephone, and shows no invoice title without a code", () => {
  const bare = { ...company, CreditCode: '', Region: '' };
  expect(companyDetails(bare, '010-66667777')).toEqual({
    customerName: '杭州云图科技有限公司',
    website: 'www.yuntu.cn',
    registCapi: '500万人民币',
  });
});
