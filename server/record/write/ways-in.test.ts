import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { customerRules } from '#server/modules/crm/customers/rules.ts';
import { registerRecordType, type Rules, type Values } from '#server/record/registry.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { companyTime } from '#shared/record/time.ts';

/** What the planted rules compute and refuse; disabled where a case needs a state that they would have refused. */
let isPlanted = false;
const refusedTime = '04:44:00';
const planted: Rules = {
  ...customerRules,
  beforeSave: (_db, _actor, drafts) =>
    drafts.map(({ next }): Values =>
      isPlanted ? { remark: [next['customer_name'], next['website'], next['next_time']].join('|') } : {},
    ),
  validate: [
    ...(customerRules.validate ?? []),
    (next) => {
      const isRefused =
        isPlanted &&
        [next['customer_name'], next['website'], next['next_time']].some((value) => /禁|04:44:00/.test(String(value)));
      return isRefused ? [{ code: 'field.shape', params: { name: '规则' }, fieldName: 'website' }] : [];
    },
  ],
};

/** A field derived from others, including values computed by the rules. */
const computedField = '概要';

let company: Company;
let imports: Imports;

beforeAll(async () => {
  company = await openCompany({ jobs: true });
  registerRecordType(customerType, planted);
  const { admin } = company.people;
  const fields = (await company.call('field/list', { label: 2 }, { as: admin })).data as object[];
  const formula = '{客户名称} & "/" & {网址} & "/" & {下次联系时间} & "/" & LEN({备注})';
  const data = [...fields, { name: computedField, formType: 'text', formula }];
  const answer = await company.call('field/save', { label: 2, data }, { as: admin });
  expect(answer.msg).toBe('');
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  registerRecordType(customerType, customerRules);
  imports.close();
  await company.close();
});
beforeEach(() => {
  isPlanted = true;
});

const ask = (path: string, body: Record<string, unknown>): Promise<Answer> =>
  company.call(path, body, { as: company.people.admin });
const save = (entity: Record<string, unknown>) => ask('CrmCustomer/addOrUpdate', { entity, field: [] });
const idOf = (answer: Answer): number => {
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const detail = async (customerId: number) =>
  (await ask('CrmCustomer/queryById', { customerId })).data as Record<string, unknown>;
const found = async (name: string): Promise<Record<string, unknown>[]> => {
  const data = [{ fieldName: 'customer_name', condition: 'is', value: name }];
  return ((await ask('CrmCustomer/queryPageList', { data })).data as { list: Record<string, unknown>[] }).list;
};
const summaryOf = (record: Record<string, unknown>): string =>
  [record['customerName'], record['website'], record['nextTime'], String(record['remark']).length].join('/');
const unplanted = async <T>(work: () => Promise<T>): Promise<T> => {
  isPlanted = false;
  try {
    return await work();
  } finally {
    isPlanted = true;
  }
};

let numbers = 0;
const newName = (): string => `规则客户${(numbers += 1)}`;
const made = (entity: Record<string, unknown> = {}): Promise<number> =>
  unplanted(async () => idOf(await save({ customer_name: newName(), ...entity })));

const importRows = async (rows: string[][], repeatHandling: number) => {
  const { admin } = company.people;
  const workbook = await imports.workbook(rows, { headers: ['客户名称(*)', '网址'] });
  const fields = { repeatHandling, ownerUserId: admin.userId };
  const answer = await imports.send(workbook, { as: admin, fields });
  return { messageId: answer.data, report: await imports.follow(answer.data, admin) };
};

const tomorrow = (time: string): string => `${companyTime(Date.now() + 86_400_000).slice(0, 10)} ${time}`;
const operationOf = (answer: Answer): number => (answer.data as { operationId: number }).operationId;

/**
 * A way of writing a customer that results in this website, or next contact; returns the id, null if it was refused.
 */
interface Way {
  readonly write: (value: string) => Promise<number | null>;
  /** The value written: valid, and refused by the rule. */
  readonly values: readonly [string, string];
  readonly field: 'website' | 'customerName' | 'nextTime';
}
const sites = ['https://fine.cn', 'https://禁.cn'] as const;
const times = [tomorrow('09:00:00'), tomorrow(refusedTime)] as const;
const unlessRefused = (answer: Answer, id: number): number | null => (answer.code === 0 ? id : null);

const ways: Readonly<Record<string, Way>> = {
  'a new form': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const answer = await save({ customer_name: newName(), website });
      return answer.code === 0 ? idOf(answer) : null;
    },
  },
  'a changed form': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const customerId = await made();
      return unlessRefused(await save({ customerId, website }), customerId);
    },
  },
  'one cell or one field of many': {
    field: 'website',
    values: sites,
    write: async (value) => {
      const ids = [await made(), await made()];
      const answer = await ask('CrmCustomer/updateFieldByIds', { ids, fieldName: 'website', value });
      return unlessRefused(answer, ids[1] ?? 0);
    },
  },
  'a new row of an import': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const name = newName();
      await importRows([[name, website]], 2);
      const [row] = await found(name);
      return row ? Number(row['customerId']) : null;
    },
  },
  'a row of an import that writes over a record': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const name = newName();
      const id = await made({ customer_name: name });
      const { report } = await importRows([[name, website]], 1);
      return report['errSize'] === 0 ? id : null;
    },
  },
  'a merge that takes a value': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const [targetId, sourceId] = [await made(), await made({ website })];
      const merge = { targetId, ids: [sourceId], fields: { website: sourceId } };
      return unlessRefused(await ask('CrmCustomer/mergeCustomer', merge), targetId);
    },
  },
  'the conversion of a lead': {
    field: 'customerName',
    values: ['转化的客户', '禁转的客户'],
    write: async (name) => {
      const lead = await ask('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] });
      const { leadsId } = lead.data as { leadsId: number };
      const answer = await ask('CrmLeads/transfer', { leadsIds: leadsId });
      return answer.code === 0 ? ((answer.data as { customerIds: number[] }).customerIds[0] ?? null) : null;
    },
  },
  'the look-up in the company registry': {
    field: 'website',
    values: sites,
    write: async (website) => {
      const customerId = await made();
      return unlessRefused(await ask('CrmCustomer/update', { entity: { customerId, website } }), customerId);
    },
  },
  'a follow-up with the next contact': {
    field: 'nextTime',
    values: times,
    write: async (nextTime) => {
      const typesId = await made();
      return unlessRefused(
        await ask('CrmCustomer/addRecord', { typesId, content: '谈过', category: '打电话', nextTime }),
        typesId,
      );
    },
  },
  'a sheet of follow-ups': {
    field: 'nextTime',
    values: times,
    write: async (nextTime) => {
      const name = newName();
      const id = await made({ customer_name: name });
      const headers = ['客户名称(*)', '跟进内容(*)', '记录类型(*)', '下次联系时间'];
      const content = await imports.workbook([[name, '谈过', '打电话', nextTime]], { headers });
      const file = { name: '跟进.xlsx', content };
      const answer = await company.call('CrmCustomer/uploadExcelFollowUp', {}, { as: company.people.admin, file });
      expect(answer.msg).toBe('');
      const { nextTime: kept } = await detail(id);
      return kept === nextTime ? id : null;
    },
  },
};

describe.each(Object.entries(ways))('%s', (_name, { write, values: [fine, refused], field }) => {
  it('computes derived values', async () => {
    const id = await write(fine);
    expect(id).not.toBeNull();
    const record = await detail(id ?? 0);
    expect(record[field]).toBe(fine);
    expect(record['remark']).toBe(
      [record['customerName'], record['website'] || null, record['nextTime'] || null].join('|'),
    );
    expect(record[computedField]).toBe(summaryOf(record));
  });

  it('is refused what the rules of the type refuse', async () => {
    expect(await write(refused)).toBeNull();
  });
});

describe('restored records', () => {
  const site = sites[1];

  it('are recomputed by an undo', async () => {
    const id = await made();
    const edit = await ask('CrmCustomer/updateFieldByIds', { ids: [id], fieldName: 'website', value: sites[0] });
    expect((await detail(id))[computedField]).toContain(sites[0]);
    expect((await ask('operation/undo', { operationId: operationOf(edit) })).data).toMatchObject({ undone: 1 });
    const back = await detail(id);
    expect(back['website']).toBe('');
    expect(back[computedField]).toBe(summaryOf(back));
  });

  it('stay unchanged in an undo where the rules would refuse them', async () => {
    const id = await made({ website: site });
    const edit = await ask('CrmCustomer/updateFieldByIds', { ids: [id], fieldName: 'website', value: sites[0] });
    const undone = await ask('operation/undo', { operationId: operationOf(edit) });
    expect(undone.data).toMatchObject({ undone: 0, kept: [{ id }] });
    expect((await detail(id))['website']).toBe(sites[0]);
  });

  it('stay unchanged in the undo of an import where the rules would refuse them', async () => {
    const name = newName();
    const id = await made({ customer_name: name, website: site });
    const { messageId } = await importRows([[name, sites[0]]], 1);
    expect((await detail(id))['website']).toBe(sites[0]);
    await ask('system/message/undoImport', { messageId });
    await imports.follow(messageId, company.people.admin);
    expect((await detail(id))['website']).toBe(sites[0]);
  });

  it('stay in the recycle bin where the rules would refuse them', async () => {
    const id = await made({ website: site });
    await ask('CrmCustomer/deleteByIds', { customerIds: [id] });
    const restored = await ask('CrmCustomer/restoreByIds', { customerIds: [id] });
    expect(restored.data).toMatchObject({ count: 0, failed: [{ id }] });
    await unplanted(async () => {
      const again = await ask('CrmCustomer/restoreByIds', { customerIds: [id] });
      expect(again.data).toMatchObject({ count: 1, failed: [] });
    });
  });
});

it('reports all problems of a form, the first as the message', async () => {
  const answer = await save({ customer_name: '', mobile: '12', website: sites[1] });
  expect(answer.msg).toBe('客户名称不能为空');
  expect(answer.body['detail']).toMatchObject({
    fieldName: 'customer_name',
    problems: [{ fieldName: 'customer_name' }, { fieldName: 'mobile' }, { fieldName: 'website' }],
  });
});

describe('numbers', () => {
  const field = '编号';
  beforeAll(async () => {
    const present = (await ask('field/list', { label: customerType.code })).data as object[];
    const data = [...present, { name: field, formType: 'sequence' }];
    expect((await ask('field/save', { label: customerType.code, data })).msg).toBe('');
    const fields = (await ask('field/list', { label: customerType.code })).data as { name: string; fieldId: number }[];
    const fieldId = fields.find(({ name }) => name === field)?.fieldId;
    expect((await ask('field/setSequence', { fieldId, pattern: 'K-{0000}', reset: 'never' })).msg).toBe('');
  });

  it.each([
    ['a new form', sites[0], 'K-0001'],
    ['a new row of an import', sites[0], 'K-0002'],
    ['the conversion of a lead', '编号的客户', 'K-0003'],
  ])('are assigned to %s', async (way, value, number) => {
    const id = await ways[way]?.write(value);
    expect((await detail(id ?? 0))[field]).toBe(number);
  });

  const withNumber = (value: string) => [{ name: field, fieldName: field, value }];
  const typed: Readonly<Record<string, (number: string) => Promise<unknown>>> = {
    'a new form': async (number) => {
      const entity = { customer_name: newName() };
      expect((await ask('CrmCustomer/addOrUpdate', { entity, field: withNumber(number) })).msg).toBe('');
    },
    'a changed form': async (number) => {
      const entity = { customerId: await made() };
      expect((await ask('CrmCustomer/addOrUpdate', { entity, field: withNumber(number) })).msg).toBe('');
    },
    'a cell of the list': async (value) => {
      const ids = [await made()];
      expect((await ask('CrmCustomer/updateFieldByIds', { ids, fieldName: field, value })).msg).toBe('');
    },
    'a new row of an import': (number) => importNumbers([newName(), number], 2),
    'a row of an import that writes over a record': async (number) => {
      const name = newName();
      await made({ customer_name: name });
      await importNumbers([name, number], 1);
    },
  };
  const importNumbers = async (row: string[], repeatHandling: number) => {
    const { admin } = company.people;
    const workbook = await imports.workbook([row], { headers: ['客户名称(*)', field] });
    const answer = await imports.send(workbook, { as: admin, fields: { repeatHandling, ownerUserId: admin.userId } });
    expect(await imports.follow(answer.data, admin)).toMatchObject({ errSize: 0 });
  };

  it.each(Object.keys(typed).map((way, at) => [way, `K-0${at + 1}00`, `K-0${at + 1}01`]))(
    'continue after one typed by %s',
    async (way, number, next) => {
      await typed[way]?.(number);
      expect((await detail(await made()))[field]).toBe(next);
    },
  );

  it('continue after one that a merge takes from before the pattern', async () => {
    const source = idOf(
      await unplanted(() =>
        ask('CrmCustomer/addOrUpdate', { entity: { customer_name: newName() }, field: withNumber('M-0050') }),
      ),
    );
    const fields = (await ask('field/list', { label: customerType.code })).data as { name: string; fieldId: number }[];
    const fieldId = fields.find(({ name }) => name === field)?.fieldId;
    expect((await ask('field/setSequence', { fieldId, pattern: 'M-{0000}', reset: 'never', next: 1 })).msg).toBe('');
    const targetId = await made();
    const merge = { targetId, ids: [source], fields: { [field]: source } };
    expect((await ask('CrmCustomer/mergeCustomer', merge)).msg).toBe('');
    expect((await detail(targetId))[field]).toBe('M-0050');
    expect((await detail(await made()))[field]).toBe('M-0051');
  });
});

it('offers no computed fields in a merge', async () => {
  const ids = [await made({ website: sites[0] }), await made({ website: 'https://other.cn' })];
  const { fields } = (await ask('CrmCustomer/queryMergePreview', { ids })).data as { fields: { fieldName: string }[] };
  const names = fields.map(({ fieldName }) => fieldName);
  expect(names).toContain('website');
  expect(names).not.toContain(computedField);
});
