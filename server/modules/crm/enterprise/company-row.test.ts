import { describe, expect, it } from 'vitest';
import { companyColumns, companyRow } from '#server/modules/crm/enterprise/company-row.ts';

const read = (cells: Parameters<typeof companyRow>[0]) => companyRow({ name: '云图公司', ...cells }, (name) => name);

describe('a company of a sheet', () => {
  it('has a column for each of its fields, with the region in its parts', () => {
    expect(companyColumns.map(({ name, labels }) => [name, labels.cn])).toEqual([
      ['name', '企业名称'],
      ['credit_code', '统一社会信用代码'],
      ['legal_person', '法定代表人'],
      ['registered_capital', '注册资本'],
      ['paid_capital', '实缴资本'],
      ['status', '经营状态'],
      ['nature_code', '企业性质代码'],
      ['headcount', '人员规模'],
      ['industry', '所属行业'],
      ['province', '省'],
      ['city', '市'],
      ['area', '区'],
      ['address', '地址'],
      ['phone', '电话'],
      ['email', '邮箱'],
      ['website', '网址'],
      ['founded_date', '成立日期'],
    ]);
  });

  it('is read as a table row, without empty cells', () => {
    const row = read({
      credit_code: '91330100799655058b',
      nature_code: '7',
      province: '河北',
      city: '石家庄',
      founded_date: '2011-3-4',
    });
    expect(row).toEqual({
      name: '云图公司',
      credit_code: '91330100799655058B',
      legal_person: '',
      registered_capital: '',
      paid_capital: '',
      status: '',
      nature_code: 7,
      headcount: '',
      industry: '',
      region: '河北省,石家庄市',
      address: '',
      phone: '',
      email: '',
      website: '',
      founded_date: '2011-03-04',
    });
    expect(read({})).toMatchObject({ nature_code: 0, region: '', founded_date: null });
  });

  it.each([
    ['name', 100],
    ['nature_code', 4],
    ['city', 50],
    ['website', 200],
  ] as const)('has at most so many signs: %s, %d', (name, max) => {
    const tooLong = expect.objectContaining({ code: 'field.too_long', params: { name, max } });
    expect(() => read({ [name]: '1'.repeat(max + 1) })).toThrow(tooLong);
    expect(() => read({ [name]: '1'.repeat(max) })).not.toThrow(tooLong);
  });
});
