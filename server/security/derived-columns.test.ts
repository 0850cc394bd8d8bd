import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneyOf, type Money } from '#server/modules/crm/receivables/testing.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { codeOf, openTable, report } from '#server/route-table/cases.ts';
import type { Example, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { openAnswers } from '#server/security/answer-text.ts';
import { grantToStaff, withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

// A column that shows a field of another record, wherever it stands, obeys the level of that field (security A6).
// Generated: every call that reads is asked with everything open, and again with each field closed that it had shown.

/** A value of a field of a record that is told apart from all else. */
interface Planted {
  readonly type: RecordType;
  readonly field: Field;
  readonly text: string;
}

const sellers = 11;
const answers = openAnswers();
let table: Table;
let money: Money;
let things: Things;
const planted: Planted[] = [];

beforeAll(async () => {
  table = await openTable();
  money = await moneyOf(table.company);
  for (const type of [contractType, planType, receivableType]) await grantToStaff(table.company, type);
  things = await table.things(table.company.people.seller);
  const customerId = await money.customer('藏家客户壹');
  const of = await money.contract('7351842', { customer_id: customerId });
  const planId = await money.plan(of, '503129');
  const receivablesId = await money.save(of, '203747', { plan_id: planId, arrear_type: '其他' });
  await money.pass(receivableType.code, receivablesId);
  // whoever submits bears them
  const { rows } = await sql<{ id: number }>`
    update arrears set owner_user_id = ${table.company.people.seller.userId} where contract_id = ${of.contractId}
    returning arrears_id as id`.execute(money.db);
  const arrearsId = rows[0]?.id ?? 0;
  await money.pass(receivableType.code, await money.save(of, '100357', { arrearsId }));
  // of no plan, and of another contract: what was received is told apart from the plan's and from the sum of all
  const other = await money.contract('90021', { customer_id: customerId });
  const receivablesIds = [
    await money.save(of, '50021', { checkStatus: 5 }),
    await money.save(other, '10007', { checkStatus: 5 }),
  ];
  await money.done('CrmReceivables/passOpeningBalances', { receivablesIds });
  const made = { [contractType.name]: of.contractId, [planType.name]: planId, [receivableType.name]: receivablesId };
  things = {
    ...things,
    records: { ...things.records, ...made, crm_customer: customerId, arrears: arrearsId },
  };
  const { num } = await money.done<{ num: string }>('CrmContract/queryById', { contractId: of.contractId });
  await plant(contractType, of.contractId, { num, money: '7351842', customer_id: '藏家客户壹' });
  await plant(planType, planId, { money: '503129' });
  await plant(receivableType, receivablesId, { money: '203747' });
  // what was received of the contract is seen as its money is
  const ofContract = planted.find(({ type, field }) => type === contractType && field.fieldName === 'money');
  if (ofContract) planted.push({ ...ofContract, text: '354125' });
  const ofPlan = planted.find(({ type, field }) => type === planType && field.fieldName === 'money');
  if (ofPlan) planted.push({ ...ofPlan, text: '304104' });
  // it is a copy of what the receivable says
  await sql`
    update arrears set arrear_type = r.arrear_type from ${sql.table(receivableType.table)} as r
    where r.receivables_id = arrears.receivables_id and arrears.arrears_id = ${arrearsId}`.execute(money.db);
});
afterAll(async () => {
  await table.company.close();
  answers.close();
});

const texts = new Set(['text', 'textarea', 'select', 'mobile', 'email']);
const isDay = ({ formType }: Field): boolean => formType === 'date';

/** Puts a text or a day of its own into every field that takes one, past the rules; the others hold what is given. */
async function plant(type: RecordType, id: number, known: Readonly<Record<string, string>>): Promise<void> {
  const { all } = await readFields(money.db, type.code);
  for (const field of all) {
    if (field.fieldName === type.titleField || field.companionOf !== null) continue;
    const own = texts.has(field.formType) ? `藏${type.code}号${field.fieldId}` : dayOf(field, type);
    const text = known[field.fieldName] ?? own;
    if (text === null) continue;
    planted.push({ type, field, text });
    if (known[field.fieldName] === undefined) await write(type, id, field, text);
  }
}

const dayOf = (field: Field, { code }: RecordType): string | null =>
  isDay(field) ? `20${30 + (code % 50)}-0${1 + (field.fieldId % 9)}-${10 + (field.fieldId % 19)}` : null;

async function write({ table: name, idColumn }: RecordType, id: number, field: Field, text: string): Promise<void> {
  const set: RawBuilder<unknown> =
    field.fieldType === 1
      ? sql`${sql.ref(field.fieldName)} = ${isDay(field) ? sql`${text}::date` : text}`
      : sql`custom = custom || jsonb_build_object(${customKey(field)}::text, ${text}::text)`;
  await sql`update ${sql.table(name)} set ${set} where ${sql.ref(idColumn)} = ${id}`.execute(money.db);
}

/** Ends the login. */
const ends = new Set(['logout']);

/** Paths of lists whose rows have a customer of their own, which is the contract's all the same. */
const haveOwnCustomer = /^(?!CrmsArrears\/|CrmContract\/query(PageList|ById)|CrmCustomer\/queryContract)/;
/** The books of a contract are open to whoever sees its money (docs/decisions/ledger.md). */
const books = /^CrmLedger\//;

/** Whether an answer shows the value by right, as that of another record. */
const isAlsoElsewhere = ({ type, field: { fieldName } }: Planted, path: string): boolean =>
  fieldName === 'customer_id' ? haveOwnCustomer.test(path) : type !== contractType && books.test(path);

/** What it says to the seller, nothing where it refuses, or that it breaks. */
async function said(endpoint: Endpoint, example: Example): Promise<string> {
  const answer = await table.send(endpoint, example, table.company.people.seller);
  if (answer.code === 500) return broken;
  return codeOf(answer) === 0 ? answers.textOf(answer, endpoint) : '';
}
const broken = 'it breaks';

it('a column obeys the level of the field that it shows, whatever list or detail it stands in', async () => {
  const shows = new Map<Planted, { endpoint: Endpoint; example: Example }[]>();
  for (const endpoint of table.answering) {
    if (endpoint.effect !== 'read' || ends.has(endpoint.path)) continue;
    const example = await table.example(endpoint, things).catch(() => null);
    if (!example) continue;
    const text = await said(endpoint, example);
    expect([endpoint.path, text === broken]).toEqual([endpoint.path, false]);
    for (const one of planted)
      if (text.includes(one.text) && !isAlsoElsewhere(one, endpoint.path))
        shows.set(one, [...(shows.get(one) ?? []), { endpoint, example }]);
  }
  const leaks: string[] = [];
  let asked = 0;
  for (const [{ type, field, text }, calls] of shows)
    await withLevels(table.company, sellers, type.code, { [field.fieldName]: fieldLevel.hidden }, async () => {
      for (const { endpoint, example } of calls) {
        asked += 1;
        const told = await said(endpoint, example);
        if (told === broken || told.includes(text)) leaks.push(`${endpoint.path} ${type.name}.${field.fieldName}`);
      }
    });
  report(`A6: ${asked} answers without the field that they show, ${shows.size} fields`);
  expect(leaks).toEqual([]);
  const showing = (path: string) =>
    [...shows].flatMap(([{ field }, calls]) =>
      calls.some(({ endpoint }) => endpoint.path === path) ? [field.fieldName] : [],
    );
  for (const path of ['CrmsArrears/queryPageList', 'CrmsArrears/arrearsEntity', 'CrmsArrears/allExportExcel'])
    expect(showing(path)).toEqual(expect.arrayContaining(['arrear_type', 'num', 'customer_id', 'money']));
  expect(asked).toBeGreaterThan(60);
}, 180_000);
