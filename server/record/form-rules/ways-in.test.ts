import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openFieldSetup, type AdminField } from '#server/record/fields/testing.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { companyTime } from '#shared/record/time.ts';

let company: Company;
let imports: Imports;
const { design, setUp } = openFieldSetup(() => company);
const ask = (path: string, body: Record<string, unknown>): Promise<Answer> =>
  company.call(path, body, { as: company.people.admin });
const tomorrow = (time: string): string => `${companyTime(Date.now() + 86_400_000).slice(0, 10)} ${time}`;

beforeAll(async () => {
  company = await openCompany({ jobs: true });
  const demanding = (name: string, field: string, condition: string, value: string) => ({
    name,
    formType: 'text',
    rules: { requiredWhen: [{ field, condition, value }] },
  });
  const added = [
    demanding('网址说明', 'website', 'contains', '禁'),
    demanding('名称说明', 'customer_name', 'startWith', '禁转'),
    demanding('时间说明', 'next_time', 'is', tomorrow('04:44:00')),
    { name: '大区', formType: 'select', setting: ['华东', '西南'] },
    {
      name: '城市',
      formType: 'select',
      setting: ['上海', '成都'],
      rules: { optionsBy: { field: '大区', allowed: { 华东: ['上海'] } } },
    },
    {
      name: '许可证',
      formType: 'text',
      isNull: 1,
      rules: { shownWhen: [{ field: '大区', condition: 'is', value: '西南' }] },
    },
  ];
  expect((await design({}, added)).msg).toBe('');
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

let numbers = 0;
const newName = (): string => `条件客户${(numbers += 1)}`;
const save = (entity: Record<string, unknown>, field: readonly { name: string; value: unknown }[] = []) =>
  ask('CrmCustomer/addOrUpdate', { entity, field });
const idOf = (answer: Answer): number => {
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const made = async (entity: Record<string, unknown> = {}, field: readonly { name: string; value: unknown }[] = []) =>
  idOf(await save({ customer_name: newName(), ...entity }, field));
const importOf = async (headers: string[], row: string[], repeatHandling: number) => {
  const { admin } = company.people;
  const workbook = await imports.workbook([row], { headers });
  const answer = await imports.send(workbook, { as: admin, fields: { repeatHandling, ownerUserId: admin.userId } });
  return imports.follow(answer.data, admin);
};
const refusedRows = (report: { errSize?: number | undefined }): string => (report.errSize === 0 ? '' : 'refused');

interface Way {
  /** What a write says; '' when it is done. */
  readonly write: (value: string) => Promise<string>;
  /** One that demands nothing, and one that demands another field. */
  readonly values: readonly [string, string];
}
const sites = ['https://fine.cn', 'https://禁.cn'] as const;
const times = [tomorrow('09:00:00'), tomorrow('04:44:00')] as const;

const ways: Readonly<Record<string, Way>> = {
  'a new form': { values: sites, write: async (website) => (await save({ customer_name: newName(), website })).msg },
  'a changed form': {
    values: sites,
    write: async (website) => (await save({ customerId: await made(), website })).msg,
  },
  'one cell or one field of many': {
    values: sites,
    write: async (value) => {
      const ids = [await made(), await made()];
      return (await ask('CrmCustomer/updateFieldByIds', { ids, fieldName: 'website', value })).msg;
    },
  },
  'a new row of an import': {
    values: sites,
    write: async (website) => refusedRows(await importOf(['客户名称(*)', '网址'], [newName(), website], 2)),
  },
  'a row of an import that writes over a record': {
    values: sites,
    write: async (website) => {
      const name = newName();
      await made({ customer_name: name });
      return refusedRows(await importOf(['客户名称(*)', '网址'], [name, website], 1));
    },
  },
  'a merge that takes a value': {
    values: sites,
    write: async (website) => {
      const explained = [{ name: '网址说明', value: '说明' }];
      const [targetId, sourceId] = [await made(), await made({ website }, explained)];
      const merge = { targetId, ids: [sourceId], fields: { website: sourceId } };
      return (await ask('CrmCustomer/mergeCustomer', merge)).msg;
    },
  },
  'the conversion of a lead': {
    values: ['转化的客户', '禁转的客户'],
    write: async (name) => {
      const lead = await ask('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] });
      const { leadsId } = lead.data as { leadsId: number };
      return (await ask('CrmLeads/transfer', { leadsIds: leadsId })).msg;
    },
  },
  'the look-up in the company registry': {
    values: sites,
    write: async (website) => (await ask('CrmCustomer/update', { entity: { customerId: await made(), website } })).msg,
  },
  'a follow-up with the next contact': {
    values: times,
    write: async (nextTime) => {
      const record = { typesId: await made(), content: '谈过', category: '打电话', nextTime };
      return (await ask('CrmCustomer/addRecord', record)).msg;
    },
  },
};

describe.each(Object.entries(ways))('%s', (_name, { write, values: [fine, demanding] }) => {
  it('is asked for what a condition demands, and only then', async () => {
    expect(await write(fine)).toBe('');
    expect(await write(demanding)).not.toBe('');
  });
});

it('says which field is demanded', async () => {
  const answer = await save({ customer_name: newName(), website: sites[1] });
  expect(answer.msg).toBe('网址说明不能为空');
  expect(answer.body['detail']).toMatchObject({ fieldName: '网址说明' });
  await made({ website: sites[1] }, [{ name: '网址说明', value: '有' }]);
});

describe('a required field that is shown by a condition', () => {
  it('is demanded only where it is shown, also when the condition comes true later', async () => {
    const customerId = await made({}, [{ name: '大区', value: '华东' }]);
    expect((await save({ customerId }, [{ name: '大区', value: '西南' }])).msg).toBe('许可证不能为空');
    const both = [
      { name: '大区', value: '西南' },
      { name: '许可证', value: '甲-1' },
    ];
    expect((await save({ customerId }, both)).msg).toBe('');
    expect((await save({ customerId }, [{ name: '许可证', value: '' }])).msg).toBe('许可证不能为空');
  });

  it('keeps its value when it is not shown any more, and the detail shows it', async () => {
    const customerId = await made({}, [
      { name: '大区', value: '西南' },
      { name: '许可证', value: '乙-2' },
    ]);
    const information = async () =>
      (await ask('field/information', { types: 2, id: customerId })).data as { name: string; value: string }[];
    expect((await save({ customerId }, [{ name: '大区', value: '华东' }])).msg).toBe('');
    expect((await information()).find(({ name }) => name === '许可证')?.value).toBe('乙-2');
    expect((await save({ customerId }, [{ name: '许可证', value: '' }])).msg).toBe('');
    expect((await information()).map(({ name }) => name)).not.toContain('许可证');
  });
});

describe('a combination of options that is not allowed', () => {
  const combination = [
    { name: '大区', value: '华东' },
    { name: '城市', value: '成都' },
  ];
  const msg = '“大区”为“华东”时，“城市”不能选“成都”';

  it('is refused in a new form, a changed one and a cell, naming both fields', async () => {
    expect((await save({ customer_name: newName() }, combination)).msg).toBe(msg);
    const customerId = await made({}, [{ name: '城市', value: '成都' }]);
    expect((await save({ customerId }, combination.slice(0, 1))).msg).toBe(msg);
    const cell = { ids: [customerId], fieldName: '大区', value: '华东' };
    expect((await ask('CrmCustomer/updateFieldByIds', cell)).msg).toBe(msg);
    expect((await ask('CrmCustomer/updateFieldByIds', { ...cell, fieldName: '城市', value: '上海' })).msg).toBe('');
    expect((await ask('CrmCustomer/updateFieldByIds', cell)).msg).toBe('');
  });

  it('is a problem of its cell in an import', async () => {
    const headers = ['客户名称(*)', '大区', '城市'];
    const report = await importOf(headers, [newName(), '华东', '成都'], 2);
    expect(report).toMatchObject({ errSize: 1 });
    expect(await importOf(headers, [newName(), '华东', '上海'], 2)).toMatchObject({ errSize: 0 });
  });
});

describe('a person who does not see the field that a condition looks at', () => {
  it.each([0, 3])('is asked for nothing and told nothing by it, at level %i', async (level) => {
    const { seller } = company.people;
    const asSeller = (path: string, body: Record<string, unknown>) => company.call(path, body, { as: seller });
    const area = (await setUp()).find(({ name }) => name === '大区')?.fieldId;
    const levels = [{ fieldId: area, level }];
    const customerId = idOf(
      await asSeller('CrmCustomer/addOrUpdate', { entity: { customer_name: newName() }, field: [] }),
    );
    expect((await save({ customerId }, [{ name: '大区', value: '华东' }])).msg).toBe('');
    const write = (name: string, value: string) =>
      asSeller('CrmCustomer/addOrUpdate', { entity: { customerId }, field: [{ name, value }] });
    expect((await write('城市', '成都')).msg).toBe('“大区”为“华东”时，“城市”不能选“成都”');
    expect((await ask('field/saveRoleField', { roleId: 11, label: 2, data: levels })).msg).toBe('');
    const form = (await asSeller('field/queryField', { label: 2, id: customerId })).data as AdminField[];
    expect(form.find(({ name }) => name === '城市')).toMatchObject({ formType: 'select' });
    for (const { rules } of form) expect(JSON.stringify(rules ?? {})).not.toMatch(/大区|华东|西南/);
    expect((await write('城市', '成都')).msg).toBe('');
    const shown = form.find(({ name }) => name === '许可证');
    expect(shown).toBeDefined();
    const opened = [{ fieldId: area, level: 2 }];
    expect((await ask('field/saveRoleField', { roleId: 11, label: 2, data: opened })).msg).toBe('');
  });
});
