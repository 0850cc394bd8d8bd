import { idOn, textOn } from '#server/record/rows/read-wire.ts';
import { sql } from 'kysely';
import { contactsOfBusiness } from '#server/modules/crm/contacts/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { legibleIn } from '#server/record/fields/legible.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { found, readRecord, readRow } from '#server/record/rows/read.ts';
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
import type { Slice } from '#shared/wire/values.ts';

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
  return {
    total,
    rows: rows.map((row) => ({
      businessId: Number(row['businessId']),
      businessName: textOn(row, 'businessName'),
      money: textOn(row, 'money'),
      isEnd: Number(row['isEnd']),
      typeId: idOn(row, 'typeId'),
      statusId: idOn(row, 'statusId'),
      customerName: textOn(row, 'customerName'),
      typeName: textOn(row, 'typeName'),
      statusName: textOn(row, 'statusName'),
      progressBar: textOn(row, 'progressBar'),
    })),
  };
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
      num: textOn(row, 'num'),
      contractName: textOn(row, 'name'),
      customerName: textOn(row, 'customerName'),
      money: textOn(row, 'money'),
      startTime: textOn(row, 'startTime'),
      endTime: textOn(row, 'endTime'),
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
      name: textOn(row, 'name'),
      mobile: textOn(row, 'mobile'),
      areaCode: textOn(row, 'areaCode'),
      post: textOn(row, 'post'),
      [keyPersonField]: textOn(row, keyPersonField),
    })),
  };
}

/** The products of an opportunity as they were when they were chosen; what a role hides is empty, what it masks its mask. */
export async function productsOf(db: Database, actor: Actor, businessId: number) {
  const record = found(await readRecord(db, actor, opportunityType, businessId));
  const lines = (record[opportunityType.lines.key] ?? []) as Readonly<Record<string, unknown>>[];
  const shelves = await shelvesOf(
    db,
    actor,
    lines.flatMap((line) => idOn(line, 'productId') ?? []),
  );
  return {
    discountRate: textOn(record, 'discountRate'),
    money: textOn(record, 'totalPrice'),
    list: lines.map((line) => {
      const productId = idOn(line, 'productId');
      return {
        productId,
        name: textOn(line, 'name'),
        productName: textOn(line, 'name'),
        categoryName: textOn(line, 'category'),
        price: textOn(line, 'price'),
        salesPrice: textOn(line, 'salesPrice'),
        num: textOn(line, 'num'),
        discount: textOn(line, 'discount'),
        subtotal: textOn(line, 'subtotal'),
        unit: textOn(line, 'unit'),
        [shelfField]: productId === null ? '' : (shelves.get(productId) ?? ''),
      };
    }),
  };
}

async function shelvesOf(db: Database, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const field = legibleIn(await fieldsOf(db, actor, productType), shelfField);
  if (!field || ids.length === 0) return new Map();
  const { from } = system('who reads a document reads whether its products are still sold', productType);
  const { rows } = await sql<{ id: number; shelf: string | null }>`
    select r.product_id as id, r.custom ->> ${customKey(field)}::text as shelf from ${from}
    where r.product_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, shelf }) => [id, shelf ?? '']));
}
