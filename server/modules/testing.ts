import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { systemPass } from '#server/approval/submit.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

/**
 * The record type that tests of every module use where they need one: it has every capability. Test types belong to its
 * records and use its rights.
 */
export const mainType = customerType;
/** The form type of fields that refer to it. */
export const mainForm = 'customer';
/** A module of the permission tree that has no team. */
export const moduleWithoutTeam = contactsType.module;

/** Calls that have the name of one that types declare, and do something else. */
export const otherCalls: readonly string[] = ['CrmExpress/uploadExcel'];

/** Makes a thing of a person's that is no record, and answers its id. */
type FurtherThing = (db: Database, ownerId: number, records: Readonly<Record<string, number>>) => Promise<number>;

const made = async (db: Database, statement: RawBuilder<{ id: number }>): Promise<number> =>
  (await statement.execute(db)).rows[0]?.id ?? 0;

/** What calls of modules are about besides records, by its subject. */
export const furtherThings: Readonly<Record<string, FurtherThing>> = {
  // settled: nothing is open of them
  arrears: (db, ownerId, records) =>
    made(
      db,
      sql`
        insert into arrears (arrears_number, contract_id, receivables_id, money, owner_user_id)
        values (${randomUUID()}, ${records[contractType.name]}, ${records[receivableType.name]}, 10, ${ownerId})
        returning arrears_id as id`,
    ),
  credit_document: (db, ownerId, records) =>
    made(
      db,
      sql`
        insert into credit_document (credit_number, kind, customer_id, money, paid_on, create_user_id)
        values (${randomUUID()}, 2, ${records[customerType.name]}, 10, '2026-01-01', ${ownerId})
        returning credit_id as id`,
    ),
  bank_line: (db, ownerId) =>
    made(
      db,
      sql`
        insert into bank_line (paid_on, payer, money, fingerprint, loaded_by)
        values ('2026-01-01', '付款人', 10, ${randomUUID()}, ${ownerId}) returning line_id as id`,
    ),
  staff_import: (db, ownerId) =>
    made(
      db,
      sql`
        insert into staff_import (create_user_id, file_name, made_dept_ids, made, changed)
        values (${ownerId}, '员工.csv', '{}', '[]', '[]') returning staff_import_id as id`,
    ),
  // of a department and a role that everybody's companies have
  invite: (db, ownerId) =>
    made(
      db,
      sql`
        insert into invite (token_hash, dept_id, role_ids, valid_until, most, create_user_id)
        values (sha256(gen_random_uuid()::text::bytea), 1, '{11}', now() + interval '7 days', 50, ${ownerId})
        returning invite_id as id`,
    ),
  invite_application: (db, ownerId) =>
    made(
      db,
      sql`
        with link as (
          insert into invite (token_hash, dept_id, role_ids, valid_until, most, create_user_id)
          values (sha256(gen_random_uuid()::text::bytea), 1, '{11}', now() + interval '7 days', 50, ${ownerId})
          returning invite_id
        )
        insert into invite_application (invite_id, realname, username, password_hash)
        select invite_id, '来客', '1' || (4000000000 + nextval('invite_application_application_id_seq')), '' from link
        returning application_id as id`,
    ),
  sms_blacklist: (db, ownerId) =>
    made(
      db,
      sql`
        insert into sms_blacklist (area_code, phone, create_user_id)
        values ('62', '8' || lpad(nextval('sms_blacklist_sms_blacklist_id_seq')::text, 11, '0'), ${ownerId})
        returning sms_blacklist_id as id`,
    ),
  // one that is done, of a colleague who has nothing any more
  hand_over: (db, ownerId) =>
    made(
      db,
      sql`
        with done as (
          insert into hand_over (from_user_id, user_id, state, finish_time) values (${ownerId}, ${ownerId}, 'done', now())
          returning hand_over_id
        ), piece as (
          insert into hand_over_item (hand_over_id, part, place, holding, item, to_user_id, state)
          select hand_over_id, 0, 1, 'reports', '0', ${ownerId}, 'done' from done
        )
        select hand_over_id as id from done`,
    ),
  // of a type of its own: a person has one card of each
  approval_category: (db, ownerId) =>
    made(
      db,
      sql`
        insert into approval_category (title, create_user_id) values (gen_random_uuid()::text, ${ownerId})
        returning category_id as id`,
    ),
  business_card: (db, ownerId) =>
    made(
      db,
      sql`
        with kind as (
          insert into business_card_type (type_id, name, english_name)
          select 1000 + count(*), '其他名片', 'Other' from business_card_type returning type_id
        )
        insert into business_card (type_id, user_id, name, create_user_id)
        select type_id, ${ownerId}, '名片', ${ownerId} from kind returning card_id as id`,
    ),
  guide_item: (db, ownerId) =>
    made(
      db,
      sql`
        insert into guide_item (title, module, url, sort, create_user_id, update_user_id)
        select '教程', 2, 'https://videos.invalid/one.mp4', coalesce(max(sort), 0) + 1, ${ownerId}::int, ${ownerId}::int
        from guide_item where module = 2 returning item_id as id`,
    ),
  // of an agent of the company, on a day of its own
  lead_source: (db, ownerId) =>
    made(
      db,
      sql`
        insert into lead_source (name, kind, create_user_id)
        values ('来源' || gen_random_uuid()::text, 2, ${ownerId}) returning lead_source_id as id`,
    ),
  owner_source: (db, ownerId) =>
    made(
      db,
      sql`
        insert into owner_source (agent_user_id, adviser_user_ids, effective_date, create_user_id)
        select user_id, array[${ownerId}::int], date '2100-01-01' + nextval('owner_source_owner_source_id_seq')::int, ${ownerId}
        from app_user where agent_flag = 1 order by user_id limit 1 returning owner_source_id as id`,
    ),
  webhook: (db) =>
    made(
      db,
      sql`
        insert into webhook (name, url, types, events)
        values (gen_random_uuid()::text, 'https://hooks.example/jianye', '{crm_customer}', '{created}')
        returning webhook_id as id`,
    ),
  // failed, so that it can be repeated and dropped
  outbox: (db) =>
    made(
      db,
      sql`
        insert into outbox (target, subject, payload, state, tries, reason, finished_at)
        values ('channel sms', gen_random_uuid()::text, '{"userId": 1}', 2, 8, 'timeout', now()) returning outbox_id as id`,
    ),
  // of a region that is no province: there are more of them than provinces
  course_map: (db, ownerId) =>
    made(
      db,
      sql`
        insert into public_course_map (region_code, create_user_id)
        values (1000000 + nextval('public_course_map_course_map_id_seq'), ${ownerId}) returning course_map_id as id`,
    ),
  express_deliver: (db, ownerId, records) =>
    made(
      db,
      sql`
        insert into express_deliver (express_id, deliver_company, deliver_number, create_user_id)
        values (${records[shipmentType.name]}, '顺丰速运', ${randomUUID()}, ${ownerId}) returning deliver_id as id`,
    ),
};

/** Where tests change the states of records. */
interface Place {
  readonly db: Database;
  readonly gate: Services['gate'];
  readonly adminId: number;
}

/** Gives a document a contract of its own, in force and as large as it: a payment of a part would leave arrears, of which there is one. */
const withContract =
  ({ table, idColumn }: RecordType): ReadyForStates =>
  async ({ db, gate, adminId }, id) => {
    const document = sql.table(table);
    const isDocument = sql`d.${sql.ref(idColumn)} = ${id}`;
    const { rows } = await sql<{ id: number }>`
      with own as (
        insert into contract (num, name, customer_id, money, owner_user_id, create_user_id, batch_id, check_status)
        select ${randomUUID()}, '合同', c.customer_id, coalesce(d.money, 10), c.owner_user_id, c.create_user_id, ${randomUUID()},
          ${checkStatuses.draft}
        from ${document} as d join contract c using (contract_id) where ${isDocument}
        returning contract_id as id, money)
      update ${document} as d set contract_id = own.id, money = own.money from own where ${isDocument}
      returning contract_id as id`.execute(db);
    for (const contract of rows)
      await inTransaction(db, async (trx) =>
        systemPass(trx, await gate.actorFor(trx, adminId), contractType, contract.id, '期初'),
      );
  };

type ReadyForStates = (place: Place, id: number) => Promise<void>;

/**
 * Makes a new record one whose states may change, by the name of its type, and those of one column, by both names: a
 * receivable is passed on a contract in force, an invoice goes out once it has passed.
 */
export const readyForStates: Readonly<Record<string, ReadyForStates>> = {
  [receivableType.name]: withContract(receivableType),
  [invoiceType.name]: withContract(invoiceType),
  [`${invoiceType.name}.invoice_status`]: async ({ db }, id) => {
    await sql`
      update receipt set check_status = ${checkStatuses.passed}, invoice_number = '24312000000012345678'
      where receipt_id = ${id}`.execute(db);
  },
};

/**
 * Settings of areas that everybody reads who is logged in: of no record, and in reach while the area is switched off, since
 * its settings are.
 */
export const settingsForAll: readonly string[] = [
  'sysConfig/queryHelpVideo',
  'CrmRecord/queryRecordOptions',
  'businessType/queryReasons',
  'CrmContract/queryContractConfig',
  'CrmCustomer/getRulesSetting',
  'CrmProductCategory/queryList',
];
