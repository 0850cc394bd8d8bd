import { sql } from 'kysely';
import { businessNames, entriesOf, type StoredEntry } from '#server/modules/crm/sms-blacklist/blacklist.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { shownNumber } from '#shared/record/phone.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Up to so many numbers a change names each of them. */
const mostNamed = 20;

/** The numbers of the blacklist. */
export const blacklistKind = settingRows<StoredEntry>({
  name: 'sms_blacklist',
  title: 'page.sms_blacklist',
  access: ['manage:crm:SMSBlackListAuth'],
  read: entriesOf,
  put: putEntries,
  remove: removeEntries,
  linesOf: (_db, entries, language) =>
    entries.length > mostNamed ? countedLines(entries, language) : namedLines(entries, language),
});

export async function removeEntries(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from sms_blacklist where sms_blacklist_id = any(${[...ids]}::int[])`.execute(db);
}

/** @throws AppError `sms_blacklist.taken` where a number has been entered anew since */
async function putEntries(db: Database, entries: readonly StoredEntry[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(id int, "areaCode" text, phone text,
    "businessKeys" text[], "enableFlag" smallint, remark text, "createUserId" int, "createTime" timestamptz)`;
  const { rows } = await sql<{ areaCode: string; phone: string }>`
    select e."areaCode", e.phone from ${given} join sms_blacklist b on b.phone = e.phone and b.area_code = e."areaCode"
    where b.sms_blacklist_id <> e.id limit 1`.execute(db);
  if (rows[0]) throw takenError(rows[0]);
  await sql`
    insert into sms_blacklist (sms_blacklist_id, area_code, phone, business_keys, enable_flag, remark, create_user_id, create_time)
    select e.id, e."areaCode", e.phone, e."businessKeys", e."enableFlag", e.remark, e."createUserId", e."createTime" from ${given}
    on conflict (sms_blacklist_id) do update set area_code = excluded.area_code, phone = excluded.phone,
      business_keys = excluded.business_keys, enable_flag = excluded.enable_flag, remark = excluded.remark`.execute(db);
}

export const takenError = ({ areaCode, phone }: Pick<StoredEntry, 'areaCode' | 'phone'>): AppError =>
  new AppError('sms_blacklist.taken', { phone: shownNumber(areaCode, phone) });

const stateWord = ({ enableFlag }: StoredEntry, language: Language): string =>
  translate(language, enableFlag === 1 ? 'sms_blacklist.enabled' : 'sms_blacklist.disabled');

/** A line for each number. */
const namedLines = (entries: readonly StoredEntry[], language: Language): Lines =>
  new Map(
    entries.map((entry) => {
      const words = [
        businessNames(entry.businessKeys, language) || translate(language, 'sms_blacklist.all'),
        stateWord(entry, language),
        entry.remark,
      ];
      return [shownNumber(entry.areaCode, entry.phone), words.filter((word) => word !== '').join(' · ')];
    }),
  );

/** How many numbers are in which state. */
function countedLines(entries: readonly StoredEntry[], language: Language): Lines {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const word = stateWord(entry, language);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, translate(language, 'sms_blacklist.count', { count })]));
}
