import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { recordModules } from '#server/record/registry.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFormula } from '#server/platform/sheets/cell.ts';
import { stripGuard } from '#shared/platform/formula-guard.ts';
import { bulkSheetKinds } from '#shared/record/capabilities/bulk-sheets.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { can, type Capability } from '#shared/record/capabilities/capability.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const ask = (path: string, body: Record<string, unknown> = {}): Promise<Answer> =>
  company.call(path, body, { as: company.people.admin });
const design = async (added: readonly object[]): Promise<void> => {
  const fields = (await ask('field/list', { label: 2 })).data as object[];
  expect((await ask('field/save', { label: 2, data: [...fields, ...added] })).msg).toBe('');
};

/** Beginnings that a spreadsheet program could take for a formula (security X4), and what hides one. */
const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', "'=", "''+", "'"];
/** No cell of a sheet that people open may begin so, whatever stands in the record. */
const harmless = /^(?![=+\-@\t\r\0＝＋－＠])/;

async function refuseFormulas(answer: Answer): Promise<number> {
  let texts = 0;
  for (const { cells } of await imports.read(answer.raw)) {
    for (const cell of cells) {
      expect(isFormula(cell)).toBe(false);
      if (typeof cell !== 'string') continue;
      texts += 1;
      expect(cell).toMatch(harmless);
    }
  }
  return texts;
}

const ofAdministration = [
  'system/user/exportExcel',
  'system/user/downloadExcel',
  'system/log/exportLoginLog',
  'system/log/exportOperationLog',
];

describe('sheets that leave the product and come back (security X4)', () => {
  const values = starts.map((start, at) => `${start}cmd|'/C calc'!A${at}`);
  const custom = ['短文', '长文', '选项', '多选'];

  it('hold no formula on any route that writes one, and every text is the same after the round', async () => {
    await design([
      { name: '短文', formType: 'text' },
      { name: '长文', formType: 'textarea', inputTips: '=提示' },
      { name: '选项', formType: 'select', setting: values },
      { name: '多选', formType: 'checkbox', setting: values },
      { name: '=标题字段', formType: 'text' },
      { name: '金额', formType: 'floatnumber' },
      { name: '数量', formType: 'number' },
      { name: '日子', formType: 'date' },
      { name: '同事', formType: 'user' },
      { name: '部门们', formType: 'structure' },
    ]);
    const fields = (await ask('field/queryField', { label: 2 })).data as { fieldId: number; name: string }[];
    const idOf = (name: string) => fields.find((field) => field.name === name)?.fieldId;
    const { admin, seller, peer } = company.people;
    for (const [at, value] of values.entries()) {
      const field = [
        ...custom.map((name) => ({ fieldId: idOf(name), value })),
        { fieldId: idOf('=标题字段'), value },
        { fieldId: idOf('金额'), value: `-${at}.50` },
        { fieldId: idOf('数量'), value: `-${at}.25` },
        { fieldId: idOf('日子'), value: '2026-02-28' },
        { fieldId: idOf('同事'), value: `${seller.userId},${peer.userId}` },
        { fieldId: idOf('部门们'), value: String(seller.deptId) },
      ];
      const entity = {
        customer_name: value,
        telephone: value,
        website: value,
        remark: `${value}\n=第二行`,
        mobile: '13800138000',
        next_time: '2026-03-01 08:30:00',
        address: '浙江省,杭州市,西湖区',
        location: '西湖',
        detailAddress: value,
        lng: '120.1',
        lat: '30.2',
      };
      expect((await ask('CrmCustomer/addOrUpdate', { entity, field })).msg).toBe('');
    }
    const stored = async () =>
      (await company.db
        .selectFrom('customer' as never)
        .selectAll()
        .orderBy('customer_id' as never)
        .execute()) as Record<string, unknown>[];
    const before = await stored();
    const ids = before.map((row) => row['customer_id']).join(',');

    const exported = await ask('CrmCustomer/allExportExcel');
    expect(await refuseFormulas(exported)).toBeGreaterThan(100);
    const chosen = await ask('CrmCustomer/batchExportExcel', { ids });
    expect(await imports.cells(chosen.raw)).toEqual(await imports.cells(exported.raw));
    const row = (await imports.cells(exported.raw)).at(-1) ?? [];
    expect(row).toContain(-0.5);
    expect(row).toContain(-0.25);
    expect(row).toContainEqual({ date: '2026-02-28' });
    expect(row).toContainEqual({ date: '2026-03-01 08:30:00' });

    // written over with their own export, nothing changes: no text, no number, no point on the map
    const headings = (await imports.read(exported.raw))[1]?.cells.map(String) ?? [];
    const preview = await imports.send(exported.raw, { call: 'previewExcel', as: admin });
    const { columns } = preview.data as { columns: { index: number; fieldName: string | null }[] };
    const mapping = Object.fromEntries(columns.map(({ index, fieldName }) => [index, fieldName ?? '']));
    expect(headings.length).toBeGreaterThan(20);
    const over = { as: admin, fields: { repeatHandling: 1, mapping: JSON.stringify(mapping) } };
    expect(await imports.run(exported.raw, over)).toMatchObject({ updatedSize: values.length, errSize: 0 });
    expect(await stored()).toEqual(before);

    // as new records they hold the same
    await ask('CrmCustomer/deleteByIds', { customerIds: ids });
    const fresh = { as: admin, fields: { mapping: JSON.stringify(mapping), ownerUserId: admin.userId } };
    expect(await imports.run(exported.raw, fresh)).toMatchObject({ createdSize: values.length, errSize: 0 });
    const kept = ['customer_name', 'telephone', 'website', 'remark', 'mobile', 'next_time', 'custom'];
    const texts = (rows: readonly Record<string, unknown>[]) =>
      rows.map((one) => JSON.stringify(kept.map((key) => one[key]))).sort();
    expect(texts((await stored()).filter((one) => one['deleted_at'] === null))).toEqual(texts(before));

    const released = (await stored()).filter((one) => one['deleted_at'] === null).map((one) => one['customer_id']);
    expect((await ask('CrmCustomer/updateCustomerByIds', { ids: released.join(',') })).msg).toBe('');
    for (const path of ['poolAllExportExcel', 'poolBatchExportExcel']) {
      const pool = await ask(`CrmCustomer/${path}`, path === 'poolAllExportExcel' ? {} : { ids: released.join(',') });
      expect(await refuseFormulas(pool)).toBeGreaterThan(100);
    }
    for (const { type } of recordModules()) {
      for (const value of type === customerType ? [] : values) {
        const required = await newEntity(company, type, value, 'admin');
        const entity = { ...required, telephone: value, remark: value, description: value };
        expect((await ask(callPath(type, 'save'), { entity, field: [] })).msg).toBe('');
      }
      await refuseFormulas(await ask(`${type.family}/allExportExcel`));
      await refuseFormulas(await ask(`${type.family}/downloadExcel`));
    }
    await refuseFormulas(await ask('CrmEnterprise/downloadExcel'));
    for (const path of ofAdministration) await refuseFormulas(await ask(path));
    for (const kind of bulkSheetKinds) await refuseFormulas(await ask('CrmCustomer/downloadSheet', { kind }));
    const wrong = await imports.workbook(
      values.map((value) => [value, value]),
      { headers: ['客户名称', '手机'] },
    );
    const info = await imports.run(wrong, { as: admin });
    expect(info).toMatchObject({ errSize: values.length });
    const failed = await imports.failedRows(info['messageId'], admin);
    expect(await refuseFormulas(failed)).toBeGreaterThan(values.length);
    expect(await imports.run(failed.raw, { as: admin })).toMatchObject({ errSize: values.length });
  });

  it('covers every call that answers with a file but those that hand back what was uploaded', () => {
    const files = company.application.routes
      .map(({ endpoint }) => endpoint)
      .filter(({ answer, path }) => answer === 'file' && !path.startsWith('file/'))
      .map(({ path }) => path);
    // both exports are one, as the customers show
    const ofTypes = {
      export: ['allExportExcel', 'batchExportExcel'],
      import: ['downloadExcel'],
      print: ['generatePDF'],
    };
    const expected = [
      ...recordModules().flatMap(({ type }) =>
        Object.entries(ofTypes).flatMap(([capability, actions]) =>
          can(type, capability as Capability) ? actions.map((action) => `${type.family}/${action}`) : [],
        ),
      ),
      'CrmContract/downloadSheet',
      'CrmExpress/expressDeliverExcel',
      'CrmReceipt/taxExcel',
      'CrmsArrears/allExportExcel',
      'CrmLedger/exportStatement',
      'CrmLedger/generateStatement',
      'printing/generatePDF',
      'CrmCustomer/downloadSheet',
      'CrmCustomer/poolAllExportExcel',
      'CrmCustomer/poolBatchExportExcel',
      'CrmEnterprise/downloadExcel',
      'CrmGlobalSmsBlacklist/downloadExcel',
      'system/message/downImportError',
      // whose sheets are read by its own test, and no sheet at all
      'system/archive/exportArchive',
      'system/openapi/queryDocument',
      ...ofAdministration,
    ];
    expect(files.toSorted()).toEqual(expected.toSorted());
  });
});

it('an export of chosen records holds exactly these, with what lists leave out', async () => {
  const ids: number[] = [];
  for (const leadsName of ['选中未转化', '选中已转化', '没有选中']) {
    const { data } = await ask('CrmLeads/addOrUpdate', { entity: { leads_name: leadsName }, field: [] });
    ids.push((data as { leadsId: number }).leadsId);
  }
  const [open = 0, closed = 0] = ids;
  await sql`update leads set is_transform = 1 where leads_id = ${closed}`.execute(company.db);
  const namesIn = async (chosen: readonly number[]) =>
    (await imports.cells((await ask('CrmLeads/batchExportExcel', { ids: chosen })).raw))
      .slice(2)
      .map(([name]) => name)
      .toSorted();
  expect(await namesIn([closed])).toEqual(['选中已转化']);
  expect(await namesIn([open, closed])).toEqual(['选中已转化', '选中未转化']);
});

describe('the template', () => {
  it('has the fields of today, in the order of the form, and goes in as it is once it is filled', async () => {
    const template = async () =>
      (await imports.read((await ask('CrmCustomer/downloadExcel')).raw)).map(({ cells }) => cells);
    const before = await template();
    expect(before[0]).toEqual(['客户导入模板(*)为必填项']);
    expect(before[1]?.[0]).toBe('客户名称(*)');
    expect(before[1]).toContain('详细地址');
    await design([
      { name: '吉祥物', formType: 'text', isNull: 1 },
      { name: '附件', formType: 'file' },
    ]);
    const [, headings = []] = await template();
    expect(headings).toContain('吉祥物(*)');
    // what a cell cannot hold has no column
    expect(headings).not.toContain('附件');
    const rows = [
      headings.map((heading) => ({ '客户名称(*)': '模板公司', '吉祥物(*)': '熊猫' })[String(heading)] ?? ''),
    ];
    const filled = await imports.workbook(rows, {
      headers: headings.map((one) => stripGuard(String(one))),
      titleRow: '客户导入模板(*)为必填项',
    });
    expect(await imports.run(filled)).toMatchObject({ createdSize: 1, errSize: 0 });
    expect((await imports.find('模板公司'))[0]).toMatchObject({ 吉祥物: '熊猫' });
    const old = await imports.workbook([['旧模板公司']], { headers: ['客户名称(*)'] });
    expect((await imports.send(old)).msg).toBe('第1行缺少必填列“吉祥物”');
  });
});
