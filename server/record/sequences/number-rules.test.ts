import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';
import { asker } from '#server/testing/conformance.ts';
import { fixtureNumbered } from '#server/testing/fixtures/numbered.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { ListedSequence, SequenceState } from '#shared/record/sequence/sequence-calls.ts';

const { type } = fixtureNumbered;
let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureNumbered] });
});
afterAll(() => company.close());

const { changesOf, takeBack } = openHistory(() => company);
const ask = <T>(path: string, body: Record<string, unknown>): Promise<T> => asker(company)<T>(path, body, 'admin');
const fieldIdOf = async (name: string): Promise<number> => {
  const fields = await ask<FormField[]>('field/list', { label: type.code });
  return fields.find(({ fieldName }) => fieldName === name)?.fieldId ?? 0;
};
const monthly = { pattern: 'HT-{yyyy}{MM}-{0000}', reset: 'monthly', per: '' };
const set = async (wanted: Record<string, unknown>): Promise<Answer> =>
  company.call('field/setSequence', { fieldId: await fieldIdOf('num'), ...wanted }, { as: company.people.admin });
const state = async () => ask<SequenceState>('field/querySequence', { fieldId: await fieldIdOf('num') });
const saved = async (): Promise<Record<string, unknown>> => {
  const customer = { entity: { customer_name: `客户${Math.random()}` }, field: [] };
  const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', customer);
  const entity = { title: '单据', customer_id: customerId };
  const { numberedId } = await ask<{ numberedId: number }>(`${type.family}/addOrUpdate`, { entity, field: [] });
  return ask(`${type.family}/queryById`, { numberedId });
};

describe('the rules of all types', () => {
  const listed = async () => ask<ListedSequence[]>('field/querySequenceList', {});

  it('are listed with what they count for and the next number', async () => {
    expect((await set({ ...monthly, next: 7007 })).msg).toBe('');
    const fieldId = await fieldIdOf('num');
    const all = await listed();
    expect(all.find((one) => one.fieldId === fieldId)).toEqual({
      ...(await state()),
      label: type.code,
      typeName: expect.any(String) as unknown,
      name: expect.any(String) as unknown,
      relations: [{ fieldName: 'customer_id', name: expect.any(String) as unknown }],
    });
    // those of the product are among them
    expect(all.map(({ pattern }) => pattern)).toContain('CP{00000}');
    for (const { fieldId: id, ...rest } of all)
      expect(await ask('field/querySequence', { fieldId: id })).toMatchObject({ pattern: rest.pattern });
  });

  it('are taken back without their counters, which go on', async () => {
    expect((await set({ ...monthly, next: 7040 })).msg).toBe('');
    await set({ pattern: '新{0000}', reset: 'never', per: '' });
    const [changed] = await changesOf('record_sequence');
    expect(changed).toMatchObject({
      title: '编号规则',
      mayTakeBack: 1,
      differences: [
        { label: '编号规则', before: monthly.pattern, after: '新{0000}' },
        { label: '重新编号', before: '每月', after: '不重新编号' },
      ],
    });
    expect(await takeBack('record_sequence')).toBe('');
    expect(await state()).toMatchObject({ ...monthly, next: 7040 });
    const before = (await changesOf('record_sequence')).length;
    // a counter alone is no rule
    expect((await set({ ...monthly, next: 7045 })).msg).toBe('');
    expect(await changesOf('record_sequence')).toHaveLength(before);
  });

  it('of a field that had none are taken back to none', async () => {
    const fields = await ask<FormField[]>('field/list', { label: type.code });
    await ask('field/save', { label: type.code, data: [...fields, { name: '回退号', formType: 'sequence' }] });
    const fieldId = (await listed()).find(({ name }) => name === '回退号')?.fieldId;
    await ask('field/setSequence', { fieldId, pattern: 'H{0}', reset: 'never' });
    expect(await saved()).toMatchObject({ 回退号: 'H1' });
    expect(await takeBack('record_sequence')).toBe('');
    expect((await listed()).find((one) => one.fieldId === fieldId)).toMatchObject({ pattern: '', next: null });
    expect(await saved()).toMatchObject({ 回退号: '' });
    // and back again, beyond the numbers that were given
    expect(await takeBack('record_sequence')).toBe('');
    expect(await saved()).toMatchObject({ 回退号: 'H2' });
  });
});
