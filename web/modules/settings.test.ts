import { describe, expect, it } from 'vitest';
import { pages } from '#web/modules/pages.ts';
import { addressOf } from '#web/modules/page.ts';
import { parameterList, parametersAddress } from '#web/modules/crm/parameters/parameter-list.ts';
import { matchingSettings, shareOf } from '#web/lib/settings/matching-settings.ts';
import { settings } from '#web/modules/settings.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';

const found = (question: string, words: typeof cn | typeof en = cn) =>
  matchingSettings(settings, question, (key) => words[key]).map(({ path }) => path);

describe('settings', () => {
  it('are found by their names first', () => {
    expect(found(cn['page.pool_rules'])[0]).toBe('/manager/system-customer/customer');
    expect(found('审批流程')[0]).toBe('/manager/system-examine');
    expect(found(en['page.course_map'], en)[0]).toBe('/manager/PublicCourseMapSet');
  });

  it.each([
    ['公海', '/manager/system-customer/customer'],
    ['谁能导出', '/manager/role-auth?who='],
    ['谁能看到成本价', '/manager/role-auth'],
    ['导出多少行', '/manager/systemconfig#exports'],
    ['换logo', '/manager/systemconfig#identity'],
    ['节假日', '/manager/system-examine?part=calendar'],
    ['员工离职', '/manager/employee-dep'],
    ['赢单率', `${parametersAddress}/stages`],
    ['合同编号', `${parametersAddress}/numbers`],
    ['最多拥有多少客户', `${parametersAddress}/owned`],
  ])('are found by what they do: %s', (question, path) => {
    expect(found(question)[0]).toBe(path);
  });

  it.each([
    ['who can export', '/manager/role-auth?who='],
    ['minimum length', '/manager/systemconfig#passwords'],
    ['win rate', `${parametersAddress}/stages`],
    ['holidays', '/manager/system-examine?part=calendar'],
    ['pool', '/manager/system-customer/customer'],
  ])('are found by what they do, in English: %s', (question, path) => {
    expect(found(question, en)[0]).toBe(path);
  });

  it('are not found by what they do not say', () => {
    expect(found('天气预报')).toEqual([]);
    expect(found('zebra', en)).toEqual([]);
  });

  it('are listed for each page of administration, and each part of the parameters', () => {
    const places = settings.map(({ path }) => path);
    const isListed = (address: string) => places.some((path) => path.split(/[?#]/)[0]?.startsWith(address));
    const addresses = pages.filter(({ area, isHidden }) => area === 'manage' && !isHidden).map(addressOf);
    expect(addresses.filter((address) => !isListed(address))).toEqual([]);
    expect(parameterList.filter(({ key }) => !isListed(`${parametersAddress}/${key}`))).toEqual([]);
    // and lead to pages that are there
    const all = pages.map(addressOf);
    expect(places.filter((path) => !all.some((address) => path.startsWith(address)))).toEqual([]);
  });
});

it('what part of a question stands in a text is counted by words, in Chinese by pairs of signs', () => {
  expect(shareOf('公海规则', '客户公海规则设置')).toBe(1);
  expect(shareOf('谁能导出', '谁能编辑和导出')).toBeCloseTo(2 / 3);
  expect(shareOf('win rate', 'The rate of wins')).toBe(1);
  expect(shareOf('时', '时区')).toBe(1);
  expect(shareOf('海', '时区')).toBe(0);
});
