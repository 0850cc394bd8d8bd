import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/sms-blacklist/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding, literal } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { BlacklistedNumber } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { smsBusinessName, type SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { StoredMobile } from '#shared/record/written-phone.ts';
import type { Slice } from '#shared/wire/values.ts';

/** An entry of the blacklist as it is stored. */
export interface StoredEntry extends StoredMobile {
  readonly id: number;
  readonly businessKeys: readonly SmsBusinessKey[];
  readonly enableFlag: number;
  readonly remark: string;
  readonly createUserId: number;
  readonly createTime: string;
}

const columns = sql`sms_blacklist_id as id, area_code as "areaCode", phone, business_keys as "businessKeys",
  enable_flag::int as "enableFlag", remark, create_user_id as "createUserId", create_time as "createTime"`;

const isNumber = ({ areaCode, phone }: StoredMobile): RawBuilder<boolean> =>
  sql<boolean>`phone = ${phone} and area_code = ${areaCode}`;

/** Those of these entries that there are, in the order of their ids. */
export async function entriesOf(db: Database, ids: readonly number[]): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${columns} from sms_blacklist where sms_blacklist_id = any(${[...ids]}::int[]) order by sms_blacklist_id`.execute(
    db,
  );
  return rows;
}

export async function entryOf(db: Database, number: StoredMobile): Promise<StoredEntry | undefined> {
  const { rows } = await sql<StoredEntry>`select ${columns} from sms_blacklist where ${isNumber(number)}`.execute(db);
  return rows[0];
}

export interface BlacklistFilter {
  readonly phone?: string | undefined;
  readonly businessKey?: SmsBusinessKey | undefined;
  readonly enableFlag?: number | undefined;
}

/** A part of the list, the newest first, and how many entries there are. */
export async function listEntries(
  db: Database,
  { phone, businessKey, enableFlag }: BlacklistFilter,
  { limit, offset }: Slice,
): Promise<{ entries: StoredEntry[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [];
  if (phone !== undefined) conditions.push(holdsDigits(phone));
  if (businessKey !== undefined)
    conditions.push(sql<boolean>`(business_keys = '{}' or ${businessKey} = any(business_keys))`);
  if (enableFlag !== undefined) conditions.push(sql<boolean>`enable_flag = ${enableFlag}`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows: entries } = await sql<StoredEntry>`
    select ${columns} from sms_blacklist ${where} order by sms_blacklist_id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from sms_blacklist ${where}`.execute(db);
  return { entries, total: rows[0]?.total ?? 0 };
}

/** A part of a number, or its beginning with the area code; a text without digits finds nothing. */
function holdsDigits(written: string): RawBuilder<boolean> {
  const digits = written.replace(/\D/g, '');
  if (digits === '') return sql<boolean>`false`;
  const abroad = digits.replace(/^0+/, '');
  const begins = abroad === '' ? sql<boolean>`false` : sql<boolean>`area_code || phone like ${`${literal(abroad)}%`}`;
  return sql<boolean>`(phone like ${holding(digits)} or ${begins})`;
}

/** Entries as they are sent. */
export async function asSent(
  db: Database,
  actor: Actor,
  entries: readonly StoredEntry[],
): Promise<BlacklistedNumber[]> {
  const names = await directoryOf(db, actor.rights.version);
  return entries.map((entry) => ({
    ...entry,
    businessKeys: [...entry.businessKeys],
    businessNames: businessNames(entry.businessKeys, actor.language),
    createUserName: names.user(entry.createUserId) ?? '',
  }));
}

/** Names of kinds of messages, '' for all. */
export const businessNames = (keys: readonly SmsBusinessKey[], language: Language): string =>
  keys.map((key) => translate(language, smsBusinessName(key))).join(translate(language, 'rights.comma'));
