import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { documentType, fixtureDocument } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { pdfPages } from '#server/testing/documents/pdf-text.ts';
import { withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { PrintedPages, PrintField, TemplateRow } from '#shared/record/printing/print-calls.ts';
import type { PrintTemplateInput } from '#shared/record/printing/template.ts';

const sellers = 11;
const label = documentType.code;
const lineCode = documentType.lines.code;
/** What the type of the documents comes with. */
const own: PrintTemplateInput = {
  page: { margins: {} },
  header: { left: '{company}', right: '{num}', hasRule: true },
  footer: { center: '第 {page} 页，共 {pages} 页' },
  blocks: [
    { kind: 'text', text: '购销合同', scale: 'title', align: 'center' },
    { kind: 'text', text: '甲方：{parent_id}\n金额：{total_price}（{total_price:capitals}）\n签订：{create_time:day}' },
    {
      kind: 'lines',
      columns: [
        { field: '' },
        { field: 'product', width: 30 },
        { field: 'num', hasSum: true },
        { field: 'subtotal', hasSum: true },
      ],
    },
    {
      kind: 'when',
      field: 'total_price',
      condition: 'egt',
      value: '100000',
      blocks: [{ kind: 'text', text: '大额条款' }],
    },
    { kind: 'when', field: 'remark', condition: 'isNotNull', blocks: [{ kind: 'text', text: '备注：{remark}' }] },
    { kind: 'signatures', parties: ['甲方（盖章）：\n签字：\n日期：', '乙方（盖章）：{company}\n签字：\n日期：'] },
  ],
};

let company: Company;
beforeAll(async () => {
  const rules = { printTemplates: [{ name: 'print.sample', content: own }] } as const;
  company = await openCompany({ types: [fixtureParent, fixtureChild, { ...fixtureDocument, rules }] });
});
afterAll(() => company.close());

const ask = (
  path: string,
  body: Record<string, unknown>,
  as: PersonName = 'seller',
  english = false,
): Promise<Answer> =>
  company.call(path, body, { as: company.people[as], ...(english ? { headers: { 'x-language': 'en' } } : {}) });
async function done<T>(path: string, body: Record<string, unknown>, as?: PersonName): Promise<T> {
  const answer = await ask(path, body, as);
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data as T;
}
let made = 0;
async function newDocument(product: readonly object[], entity: Record<string, unknown> = {}, as?: PersonName) {
  const body = { entity: { title: `合同${(made += 1)}`, ...entity }, field: [], product };
  return (await done<{ documentId: number }>(`${documentType.family}/addOrUpdate`, body, as)).documentId;
}
const chairs = [
  { product: '人体工学椅', price: '700.50', num: '2' },
  { product: '𠮷祥桌', price: '99000', num: '1' },
];
async function pdf(body: Record<string, unknown>, as?: PersonName): Promise<string> {
  const answer = await ask('printing/generatePDF', { label, ...body }, as);
  expect([answer.msg, answer.status, answer.headers['content-type']]).toEqual(['', 200, 'application/pdf']);
  return (await pdfPages(answer.raw)).join('\n');
}
const save = (body: Record<string, unknown>, as: PersonName = 'admin') =>
  ask('printing/saveTemplate', { label, name: `模板${(made += 1)}`, ...body }, as);
const withBlocks = (...blocks: PrintTemplateInput['blocks']): string =>
  JSON.stringify({ page: { margins: {} }, blocks } satisfies PrintTemplateInput);

describe('a record as a PDF', () => {
  it('says what its type’s own template says: figures, capitals, lines with sums, and what a condition asks for', async () => {
    const id = await newDocument(chairs);
    const text = await pdf({ id });
    for (const part of [
      '购销合同',
      '100,401.00',
      '壹拾万零肆佰零壹元整',
      '𠮷祥桌',
      '1,401.00',
      '大额条款',
      '甲方（盖章）：',
      '第1页，共1页',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('备注');
    const small = await pdf({ id: await newDocument([{ product: '笔', price: '3', num: 1 }], { remark: '急' }) });
    expect(small).toContain('备注：急');
    expect(small).not.toContain('大额条款');
  });

  it('is answered by the call of the type as well, as the same bytes, under a name without spaces', async () => {
    const id = await newDocument(chairs);
    const answers = [
      await ask(`${documentType.family}/generatePDF`, { documentId: id }),
      await ask('printing/generatePDF', { label, id }),
    ];
    expect(answers[0]?.headers['content-disposition']).toBe(`attachment;filename=fixture_document_${id}.pdf`);
    expect(answers[0]?.raw.length).toBeGreaterThan(1000);
    expect(answers[0]?.raw.equals(answers[1]?.raw ?? Buffer.of())).toBe(true);
  });

  it('leaves out all money and the lines about it in the variant without prices', async () => {
    const id = await newDocument(chairs);
    const text = await pdf({ id, withoutPrices: 1 });
    expect(text).toContain('人体工学椅');
    for (const money of ['100,401', '1,401.00', '小计', '金额', '壹拾万']) expect(text).not.toContain(money);
    const plain = await pdf({ id, template: 'plain', withoutPrices: 1 });
    for (const money of ['700.50', '1,401', '99,000', '100,401']) expect(plain).not.toContain(money);
  });

  it('is made for records of every type without a template', async () => {
    const entity = { customer_name: '龘䶮商行', telephone: '0571-88886666' };
    const { customerId } = await done<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] });
    const text = await pdf({ label: 2, id: customerId });
    expect(text).toContain('龘䶮商行');
    expect(text).toContain('0571-88886666');
    const product = {
      entity: { name: '电钻', price: '1234.5', category_id: 1 },
      field: [],
      prices: [{ level: 'A（重点客户）', level_price: '999' }],
    };
    const { productId } = await done<{ productId: number }>('CrmProduct/saveAndUpdate', product, 'admin');
    const price = await pdf({ label: 4, id: productId }, 'admin');
    for (const part of ['电钻', '1,234.50', 'A（重点客户）', '999.00']) expect(price).toContain(part);
  });

  it('has of records that it names what the reader may open there', async () => {
    const entity = { title: `上级${(made += 1)}` };
    const { parentId } = await done<{ parentId: number }>('CrmFixtureParent/addOrUpdate', { entity, field: [] });
    const id = await newDocument(chairs, { parent_id: parentId });
    const fields = await done<PrintField[]>('printing/queryFieldList', { label }, 'admin');
    const key = fields.find((one) => one.group === 'related' && one.key.startsWith('parent_id.'))?.key ?? '';
    expect(key).not.toBe('');
    const content = withBlocks({ kind: 'text', text: `上级：{parent_id}/{parent_id.title}` });
    const { templateId } = (await save({ content })).data as { templateId: number };
    expect(await pdf({ id, template: String(templateId) })).toContain(`上级：${entity.title}/${entity.title}`);
  });
});

describe('rights', () => {
  it('keep records out of scope, and types without the right to read', async () => {
    const id = await newDocument(chairs);
    expect((await ask('printing/generatePDF', { label, id }, 'stranger')).code).not.toBe(0);
    expect((await ask('printing/queryPages', { label, id }, 'stranger')).code).not.toBe(0);
    expect((await ask('printing/generatePDF', { label, id }, 'hr')).code).toBe(403);
    expect((await ask('printing/generatePDF', { label, id: 999_999 })).code).toBe(404);
  });

  it('mask and hide fields of records and lines, with what follows from them, in every template', async () => {
    const id = await newDocument(chairs, { remark: '秘密条款' });
    const levels = { price: fieldLevel.masked, sales_price: fieldLevel.masked };
    await withLevels(company, sellers, lineCode, levels, async () => {
      for (const template of ['plain', 'own-1']) {
        const text = await pdf({ id, template });
        for (const secret of ['700.50', '1,401', '99,000', '100,401', '壹拾万']) expect(text).not.toContain(secret);
        expect(text).toContain('人体工学椅');
      }
      const { pages } = await done<PrintedPages>('printing/queryPages', { label, id });
      expect(JSON.stringify(pages)).not.toMatch(/700\.50|1,401|100,401/);
    });
    await withLevels(company, sellers, label, { remark: fieldLevel.hidden }, async () => {
      for (const template of ['plain', 'own-1']) expect(await pdf({ id, template })).not.toContain('秘密');
    });
    expect(await pdf({ id })).toContain('秘密条款');
  });

  it('let only whoever sets up the business make templates', async () => {
    const content = withBlocks({ kind: 'rule' });
    expect((await save({ content }, 'seller')).code).toBe(403);
    for (const [path, body] of [
      ['printing/queryTemplate', { template: 'plain' }],
      ['printing/queryDraftPages', { content }],
      ['printing/deleteTemplate', { templateId: 1 }],
    ] as const)
      expect((await ask(path, { label, ...body }, 'seller')).code).toBe(403);
  });

  it('have each document in the log', async () => {
    const id = await newDocument(chairs);
    await pdf({ id, withoutPrices: 1 });
    const row = await company.db
      .selectFrom('audit')
      .select(['what', 'subject'])
      .where('user_id', '=', company.people.seller.userId)
      .orderBy('audit_id', 'desc')
      .executeTakeFirst();
    expect(row).toEqual({ what: `print ${documentType.name}`, subject: `${id}  without prices` });
  });
});

describe('templates', () => {
  it('are kept with their versions, one of them the default', async () => {
    const content = withBlocks({ kind: 'text', text: '送货单 {title}' });
    const first = (await save({ name: '送货', purpose: '发货', isDefault: 1, content })).data as { templateId: number };
    const list = () => done<TemplateRow[]>('printing/queryTemplateList', { label });
    expect((await list())[0]).toMatchObject({
      key: String(first.templateId),
      name: '送货',
      purpose: '发货',
      isDefault: 1,
    });
    const id = await newDocument(chairs);
    expect(await pdf({ id })).toContain('送货单合同');
    const again = {
      templateId: first.templateId,
      version: 1,
      name: '送货',
      content: withBlocks({ kind: 'text', text: '新单' }),
    };
    expect((await save(again)).data).toEqual({ templateId: first.templateId, version: 2 });
    expect((await save(again)).code).toBe(409);
    expect((await list()).filter(({ isDefault }) => isDefault === 1).map(({ key }) => key)).toEqual(['own-1']);
    const one = await done<{ versions: object[]; content: PrintTemplateInput }>(
      'printing/queryTemplate',
      { label, template: String(first.templateId), version: 1 },
      'admin',
    );
    expect(one.versions).toHaveLength(2);
    expect(one.content.blocks[0]).toMatchObject({ text: '送货单 {title}' });
    expect((await save({ name: '送货', content })).msg).toBe('已有名为“送货”的模板');
    await done('printing/deleteTemplate', { label, templateId: first.templateId }, 'admin');
    expect((await ask('printing/generatePDF', { label, id, template: String(first.templateId) })).msg).toBe(
      '该打印模板不存在或已被删除',
    );
  });

  it('name only fields that there are, in words of the author', async () => {
    const unknown = await save({ content: withBlocks({ kind: 'text', text: '{no_such}' }) });
    expect([unknown.code, unknown.msg]).toEqual([422, '模板中的字段“no_such”不存在或您无权查看']);
    const column = withBlocks({ kind: 'lines', columns: [{ field: 'total_price' }] });
    expect((await save({ content: column })).msg).toContain('total_price');
    const english = await ask('printing/saveTemplate', { label, name: 'x', content: column }, 'admin', true);
    expect(english.msg).toBe('The field “total_price” in the template does not exist, or you cannot see it');
  });

  it.each([
    ['deep', `${'{"kind":"when","field":"title","condition":"isNull","blocks":['.repeat(50)}${']}'.repeat(50)}`],
    ['long', `{"kind":"text","text":"${'长'.repeat(9000)}"}`],
    ['unknown', '{"kind":"script","text":"alert(1)"}'],
    ['endless', Array.from({ length: 101 }, () => '{"kind":"rule"}').join()],
  ])('that are %s are refused', async (_what, blocks) => {
    const { code } = await save({ content: `{"page":{"margins":{}},"blocks":[${blocks}]}` });
    expect([400, 422]).toContain(code);
  });

  it('say nothing but what their text says, whatever a record holds', async () => {
    const id = await newDocument(chairs, { remark: '{title} {{7*7}} <script>' });
    expect(await pdf({ id })).toContain('备注：{title}{{7*7}}<script>');
  });

  it('are seen while they are made, with the names of their fields or a record', async () => {
    const content = withBlocks({ kind: 'text', text: '甲：{title}' }, { kind: 'lines' });
    const sample = await done<PrintedPages>('printing/queryDraftPages', { label, content }, 'admin');
    const texts = (pages: PrintedPages) => pages.pages.flat().map((item) => (item.kind === 'text' ? item.text : ''));
    expect(texts(sample).join('')).toMatch(/甲：〔.+〕/);
    const id = await newDocument(chairs);
    expect(texts(await done<PrintedPages>('printing/queryDraftPages', { label, id, content }, 'admin'))).toContain(
      '人体工学椅',
    );
  });
});
