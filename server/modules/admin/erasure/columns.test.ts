import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { recordModules } from '#server/record/registry.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

/** What becomes of texts about a person who is erased, beside those in tables of records, which their types say. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'emptied with the record or the person': [
    'app_user',
    'business_card',
    'event',
    'follow_up',
    'import_row',
    'import_task',
    'invite_application',
    'message',
    'operation',
    'operation_row',
    'rights_request',
    'staff_import',
    'stored_file',
  ],
  'without numbers and mail addresses afterwards': ['audit', 'idempotency', 'outbox', 'setting_change'],
  'kept by law: documents and what belongs to them': [
    'approval_log',
    'approval_round',
    'arrears',
    'bank_line',
    'credit_document',
    'express_deliver',
    'ledger_entry',
  ],
  'kept by law: who logged in, and from where': ['known_address', 'login_failure', 'operation_log', 'session_login'],
  'kept because the person wants it: messages are refused': ['sms_blacklist'],
  'companies as the public register has them': ['enterprise', 'enterprise_use'],
  'set up by the company, about nobody outside': [
    'app_setting',
    'approval_category',
    'approval_flow',
    'business_card_type',
    'business_reason',
    'business_stage',
    'business_status',
    'business_type',
    'company_day',
    'coupon',
    'deleted_field',
    'department',
    'document_template',
    'document_template_version',
    'form_version',
    'guide_item',
    'lead_source',
    'message_channel',
    'owner_source',
    'product_category',
    'product_price',
    'program_token',
    'public_course_map',
    'record_field',
    'record_head',
    'record_sequence',
    'role',
    'scene',
    'webhook',
  ],
  'ids, states, keys and secrets alone': [
    'app_secret',
    'approval_step',
    'approval_task',
    'company_archive',
    'erasure',
    'file_batch',
    'file_removal',
    'guide_use',
    'hand_over',
    'hand_over_item',
    'hand_over_receipt',
    'invite_use',
    'lead_source_lead',
    'lead_source_turn',
    'lead_source_use',
    'operation_move',
    'outside_key',
    'push_event',
    'schema_migration',
    'sequence_counter',
  ],
};

it('says of every table with texts what becomes of them when a person is erased', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.data_type in ('text', 'jsonb') or c.udt_name = '_text')`.execute(
    company.db,
  );
  const ofRecords = recordModules().flatMap(({ type }) => [type.table, ...(type.lines ? [type.lines.table] : [])]);
  const known = new Set([...Object.values(tables).flat(), ...ofRecords]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  const there = new Set(rows.map(({ name }) => name));
  expect([...known].filter((name) => !there.has(name))).toEqual([]);
});

it('says of every record type with a number or a mail address whether it is about persons', () => {
  const silent = recordModules()
    .filter(({ type }) => type.persons === undefined)
    .filter(({ type }) => type.fields.some(({ formType }) => formType === 'mobile' || formType === 'email'));
  expect(silent.map(({ type }) => type.name)).toEqual([]);
});
