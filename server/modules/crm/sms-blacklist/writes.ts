import { sql } from 'kysely';
import { entriesOf, entryOf } from '#server/modules/crm/sms-blacklist/blacklist.ts';
import { blacklistKind, removeEntries, takenError } from '#server/modules/crm/sms-blacklist/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { translate } from '#shared/i18n/translate.ts';
import { storedMobile } from '#shared/record/written-phone.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  /** Of the entry to change; a new one without it. */
  readonly id?: number | undefined;
  readonly phone: string;
  readonly areaCode?: string | undefined;
  readonly businessKeys?: readonly SmsBusinessKey[] | undefined;
  readonly remark?: string | undefined;
}

/**
 * Enters a number, or changes an entry; its id. Of two who enter a number at once one does.
 * @throws AppError `access.record`, `field.mobile`, `sms_blacklist.taken`
 */
export async function saveEntry(db: Database, actor: Actor, asked: Asked): Promise<number> {
  const number = storedMobile(asked.phone, asked.areaCode);
  if (!number) throw new AppError('field.mobile', { name: translate(actor.language, 'sms_blacklist.phone') });
  await blacklistKind.hold(db);
  const twin = await entryOf(db, number);
  if (twin && twin.id !== asked.id) throw takenError(number);
  // a kind that is named twice is one
  const businessKeys = sql`${[...new Set(asked.businessKeys)]}::text[]`;
  const remark = asked.remark ?? '';
  const { id } = asked;
  if (id === undefined) {
    const { rows } = await sql<{ id: number }>`
      insert into sms_blacklist (area_code, phone, business_keys, remark, create_user_id)
      values (${number.areaCode}, ${number.phone}, ${businessKeys}, ${remark}, ${actor.userId})
      returning sms_blacklist_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await createdRows(db, actor, blacklistKind, [added]);
    await log(db, actor, 'sms_blacklist.add', [added]);
    return added;
  }
  await changingRows(db, actor, blacklistKind, [id], async () => {
    const { rows } = await sql`
      update sms_blacklist set area_code = ${number.areaCode}, phone = ${number.phone}, business_keys = ${businessKeys},
        remark = ${remark}
      where sms_blacklist_id = ${id} returning 1`.execute(db);
    if (rows.length === 0) throw new AppError('access.record');
    await log(db, actor, 'sms_blacklist.change', [id]);
  });
  return id;
}

/** Removes those of the entries that there are. @throws AppError `access.record` for none */
export async function deleteEntries(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  const found = await lockThese(db, ids);
  await changingRows(db, actor, blacklistKind, found, async () => {
    await removeEntries(db, found);
    await log(db, actor, 'sms_blacklist.delete', found);
  });
}

/** Turns those of the entries that there are on (1) or off (0). @throws AppError `access.record` for none */
export async function setStatus(db: Database, actor: Actor, ids: readonly number[], enableFlag: number): Promise<void> {
  const found = await lockThese(db, ids);
  await changingRows(db, actor, blacklistKind, found, async () => {
    await sql`update sms_blacklist set enable_flag = ${enableFlag} where sms_blacklist_id = any(${found}::int[])`.execute(
      db,
    );
    await log(db, actor, enableFlag === 1 ? 'sms_blacklist.enable' : 'sms_blacklist.disable', found);
  });
}

/** Entries that another person has just removed are passed over, as they are gone already. */
async function lockThese(db: Database, ids: readonly number[]): Promise<number[]> {
  await blacklistKind.hold(db);
  const found = (await entriesOf(db, ids)).map(({ id }) => id);
  if (found.length === 0) throw new AppError('access.record');
  return found;
}

/** Numbers do not stand in the audit, which is kept for good: the history of changes says them. */
const log = (db: Database, { userId, address }: Actor, what: string, ids: readonly number[]): Promise<void> =>
  audit(db, { userId, what, subject: ids.join(','), result: 'done', address });
