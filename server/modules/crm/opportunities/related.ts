import { sql } from 'kysely';
import { contactsOfBusiness } from '#server/modules/crm/contacts/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { readRecord, readRow } from '#server/record/rows/read.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type {
  ContactOfOpportunity,
  ContractOfOpportunity,
  OpportunityOfCustomer,
} from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { productType, shelfField } from '#shared/crm/products/product-type.ts';
import { textOf } from '#shared/record/field.ts';
import type { Slice } from '#shared/wire/values.ts';

const said = (row: Readonly<Record<string, unknown>>, key: string): string => textOf(row[key]) ?? '';
const numbered = (value: unknown): number | null => (value === '' || value === undefined ? null : Number(value));

/** The opportunities of a customer in the actor's reach. @throws AppError `access.record` */
export async function opportunitiesOf(
  db: Database,
  actor: Actor,
  { customerId, search }: { readonly customerId: number; readonly search?: string | undefined },
  slice: Slice | null,
): Promise<{ readonly rows: OpportunityOfCustomer[]; readonly total: number }> {
  await readRow(db, actor, customerType, customerId);
  const where = sql<boolean>`r.customer_id = ${customerId}`;
  const { rows, total } = await rowsWhere(db, actor, opportunityType, where, { slice, search });
  const progress = await progressOf(db);
  return {
    total,
    rows: rows.map((row) => ({
      businessId: Number(row['businessId']),
      businessName: said(row, 'businessName'),
      money: said(row, 'money'),
      isEnd: Number(row['isEnd']),
      typeId: numbered(row['typeId']),
      statusId: numbered(row['statusId']),
      customerName: said(row, 'customerName'),
      typeName: said(row, 'typeName'),
      statusName: said(row, 'statusName'),
      progressBar: progress.get(Number(row['statusId'])) ?? '',
    })),
  };
}

/** Of each stage its place among those of its group, as `2/3`. */
async function progressOf(db: Database): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; progress: string }>`
    select status_id as id,
      row_number() over (partition by type_id order by order_num, status_id) || '/' || count(*) over (partition by type_id) as progress
    from business_status`.execute(db);
  return new Map(rows.map(({ id, progress }) => [id, progress]));
}

/** The contracts of an opportunity in the actor's reach. @throws AppError `access.record` */
export async function contractsOf(
  db: Database,
  actor: Actor,
  businessId: number,
  slice: Slice | null,
): Promise<{ readonly rows: ContractOfOpportunity[]; readonly total: number }> {
  await readRow(db, actor, opportunityType, businessId);
  const where = sql<boolean>`r.business_id = ${businessId}`;
  const { rows, total } = await rowsWhere(db, actor, contractType, where, { slice });
  return {
    total,
    rows: rows.map((row) => ({
      contractId: Number(row['contractId']),
      num: said(row, 'num'),
      contractName: said(row, 'name'),
      customerName: said(row, 'customerName'),
      money: said(row, 'money'),
      startTime: said(row, 'startTime'),
      endTime: said(row, 'endTime'),
      checkStatus: Number(row['checkStatus']),
    })),
  };
}

/** The contacts of an opportunity in the actor's reach, with who decides. @throws AppError `access.record` */
export async function contactsOf(
  db: Database,
  actor: Actor,
  businessId: number,
  slice: Slice | null,
): Promise<{ readonly rows: ContactOfOpportunity[]; readonly total: number }> {
  const { rows, total } = await contactsOfBusiness(db, actor, businessId, slice);
  return {
    total,
    rows: rows.map((row) => ({
      contactsId: Number(row['contactsId']),
      name: said(row, 'name'),
      mobile: said(row, 'mobile'),
      areaCode: said(row, 'areaCode'),
      post: said(row, 'post'),
      [keyPersonField]: said(row, keyPersonField),
    })),
  };
}

/** The products of an opportunity as they were when they were chosen; what a role hides is empty. */
export async function productsOf(db: Database, actor: Actor, businessId: number) {
  await readRow(db, actor, opportunityType, businessId);
  const record = await readRecord(db, actor, opportunityType, businessId);
  const setting = await lineSettingOf(db, actor, opportunityType);
  const lines = (await linesOf(db, opportunityType, [businessId])).get(businessId) ?? [];
  const shelves = await shelvesOf(
    db,
    lines.flatMap(({ values }) => (values['product_id'] === null ? [] : [Number(values['product_id'])])),
  );
  const shown = new Set(setting?.fields.all.filter(({ hidden }) => !hidden).map(({ fieldName }) => fieldName));
  return {
    discountRate: said(record, 'discountRate'),
    money: said(record, 'totalPrice'),
    list: lines.map(({ values }) => {
      const value = (name: string): string => (shown.has(name) ? (textOf(values[name]) ?? '') : '');
      const productId = shown.has('product_id') ? numbered(values['product_id'] ?? '') : null;
      return {
        productId,
        name: value('name'),
        productName: value('name'),
        categoryName: value('category'),
        price: value('price'),
        salesPrice: value('sales_price'),
        num: value('num'),
        discount: value('discount'),
        subtotal: value('subtotal'),
        unit: value('unit'),
        [shelfField]: productId === null ? '' : (shelves.get(productId) ?? ''),
      };
    }),
  };
}

async function shelvesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const field = (await readFields(db, productType.code)).byName.get(shelfField);
  if (!field || ids.length === 0) return new Map();
  const { from } = system('who reads a document reads whether its products are still sold', productType);
  const { rows } = await sql<{ id: number; shelf: string | null }>`
    select r.product_id as id, r.custom ->> ${customKey(field)}::text as shelf from ${from}
    where r.product_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, shelf }) => [id, shelf ?? '']));
}
