import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({});
});
afterAll(() => company.close());

const label = customerType.code;
interface Listed {
  readonly fieldId: number;
  readonly fieldName: string;
  readonly name: string;
  readonly setting: readonly string[];
}
const fields = async () => (await company.call('field/list', { label }, { as: company.people.admin })).data as Listed[];
const field = async (name: string) => {
  const found = (await fields()).find((one) => one.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const add = async (name: string, of = '客户行业', as: Person = company.people.admin) =>
  company.call('field/addOption', { label, fieldId: (await field(of)).fieldId, name }, { as });

it('adds one option behind the others, once, whoever asks at the same time', async () => {
  const before = (await field('客户行业')).setting;
  const answers = await Promise.all([add('机械设备'), add(' 机械\u200B设备 '), add('农业,林业')]);
  expect(answers.map(({ msg }) => msg)).toEqual(['', '', '']);
  const after = (await field('客户行业')).setting;
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).toSorted()).toEqual(['农业，林业', '机械设备'].toSorted());
  expect((await field('客户级别')).setting).not.toContain('机械设备');
});

it('is refused without the right to set up fields, and for what has no options', async () => {
  expect((await add('私设', '客户行业', company.people.seller)).code).not.toBe(0);
  expect((await add('私设', '网址')).msg).not.toBe('');
  expect((await add('\u200B')).msg).not.toBe('');
  expect((await field('客户行业')).setting).not.toContain('私设');
});
