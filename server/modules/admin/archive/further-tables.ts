import { Readable } from 'node:stream';
import { batchesOf } from '#server/platform/database/batches.ts';
import { wholeTable } from '#server/record/export/whole-table.ts';
import { recordModules } from '#server/record/registry.ts';
import type { ArchiveWriting } from './writing.ts';

/**
 * Tables that an archive has as they are, one line of JSON for each row; for some without columns that could open a door.
 * What an address leads to after its host is often a key.
 */
export const furtherTables: Readonly<Record<string, readonly string[]>> = {
  approval: [],
  approval_category: [],
  approval_copy: [],
  approval_flow: [],
  approval_log: [],
  approval_round: [],
  approval_stand_in: [],
  approval_step: [],
  approval_task: [],
  arrears: [],
  bank_line: [],
  business_card: [],
  business_card_type: [],
  business_reason: [],
  business_share: [],
  business_stage: [],
  business_status: [],
  business_type: [],
  company_day: [],
  contacts_business: [],
  coupon: [],
  credit_document: [],
  customer_limit: [],
  customer_limit_dept: [],
  customer_limit_user: [],
  deleted_field: [],
  document_template: [],
  document_template_version: [],
  duty_lead: [],
  enterprise: [],
  erasure: [],
  erasure_record: [],
  event: [],
  express_deliver: [],
  express_deliver_item: [],
  follow_up_link: [],
  goal: [],
  guide_item: [],
  hand_over: [],
  hand_over_item: [],
  import_task: [],
  lead_source: ['form_key', 'key_hash', 'key_end'],
  lead_source_field: [],
  lead_source_lead: [],
  ledger_entry: [],
  ledger_freeze: [],
  ledger_period: [],
  mention: [],
  message_channel: ['url', 'request'],
  owner_source: [],
  product_category: [],
  public_course_map: [],
  receivable_product: [],
  record_sequence: [],
  role: [],
  role_field: [],
  role_field_type: [],
  role_menu: [],
  scene: [],
  sms_blacklist: [],
  unique_rule: [],
  user_role: [],
  webhook: ['url'],
};

/** Tables that have sheets beside those of records and their lines, and what the list of files is made from. */
const sheetTables = [
  'app_setting',
  'app_user',
  'audit',
  'department',
  'file_batch',
  'follow_up',
  'operation_log',
  'record_field',
  'record_team',
  'stored_file',
];

/**
 * Tables that no archive has, with the reason.
 * @internal
 */
export const leftOutTables: Readonly<Record<string, readonly string[]>> = {
  'a secret, or what somebody proves by one': [
    'app_secret',
    'idempotency',
    'invite',
    'invite_application',
    'invite_use',
    'known_address',
    'login_failure',
    'outside_key',
    'password_link',
    'program_token',
    'session_login',
    'session_token',
  ],
  'messages, and what has left by them': ['message', 'outbox', 'push_event'],
  'counted or compared from what is there': [
    'business_sum',
    'file_usage',
    'formula_recompute',
    'org_version',
    'record_count',
    'unique_collision',
    'unique_value',
  ],
  'former states, by which acts are taken back': [
    'form_version',
    'hand_over_receipt',
    'import_row',
    'operation',
    'operation_move',
    'operation_row',
    'setting_change',
    'staff_import',
  ],
  'how one person arranges the pages, and has used them': [
    'enterprise_use',
    'guide_use',
    'pool_view',
    'record_head',
    'scene_default',
    'scene_reader',
  ],
  'where something stands that goes on by itself': [
    'company_archive',
    'duty_turn',
    'file_removal',
    'lead_source_turn',
    'lead_source_use',
    'rights_request',
    'schema_migration',
    'sequence_counter',
  ],
};

/** Tables whose rows are on sheets. */
export const tablesOnSheets = (): string[] => [
  ...sheetTables,
  ...recordModules().flatMap(({ type }) => [type.table, ...(type.lines ? [type.lines.table] : [])]),
];

/** The tables without a sheet of their own, for programs. */
export async function writeFurther(writing: ArchiveWriting): Promise<void> {
  const onSheets = new Set(tablesOnSheets());
  for (const [table, without] of Object.entries(furtherTables))
    if (!onSheets.has(table)) await writeTable(writing, table, without);
}

async function writeTable(writing: ArchiveWriting, table: string, without: readonly string[]): Promise<void> {
  const name = `${writing.text('archive.folder.further')}/${table}.jsonl`;
  await writing.zip.add(name, Readable.from(linesOf(writing, table, without), { objectMode: false }));
}

async function* linesOf(writing: ArchiveWriting, table: string, without: readonly string[]): AsyncGenerator<string> {
  for await (const some of batchesOf(writing.db, wholeTable(table, without))) {
    if (some.length > 0) yield some.map(({ line }) => `${line}\n`).join('');
    writing.counted(some.length);
    await writing.step(some.length);
  }
}
