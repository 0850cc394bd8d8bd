import { sql } from 'kysely';
import { cardsOf, type StoredCard } from '#server/modules/crm/business-cards/cards.ts';
import { takePhoto } from '#server/modules/crm/business-cards/photo.ts';
import { businessCardKind, removeCards } from '#server/modules/crm/business-cards/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { CardSave } from '#shared/crm/business-cards/business-card-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { shownNumber } from '#shared/record/phone.ts';
import { storedMobile } from '#shared/record/written-phone.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type Written = Omit<StoredCard, 'id' | 'createUserId' | 'createTime'>;

/**
 * Adds a card, or changes what is given of one; its id. Of two who give a person a card of a type at once one does.
 * @throws AppError `access.record`, `field.required`, `field.mobile`, `business_card.*`
 */
export async function saveCard(db: Database, files: FileStore, actor: Actor, asked: CardSave): Promise<number> {
  await businessCardKind.hold(db);
  const { id } = asked;
  const [stored] = id === undefined ? [] : await cardsOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  const card = written(actor, asked, stored);
  await requireReferences(db, card, stored);
  if (card.photoFileId !== null && card.photoFileId !== stored?.photoFileId)
    await takePhoto(db, files, actor, card.photoFileId);
  const values = sql`${card.typeId}, ${card.userId}, ${card.name}, ${card.post}, ${card.company}, ${card.deptName}, ${card.mobile},
    ${card.email}, ${card.address}, ${card.introduction}, ${card.photoFileId}, ${card.status}`;
  const columns = sql`type_id, user_id, name, post, company, dept_name, mobile, email, address, introduction, photo_file_id, status`;
  if (!stored) {
    const { rows } = await sql<{ id: number }>`
      insert into business_card (${columns}, create_user_id) values (${values}, ${actor.userId})
      returning card_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await createdRows(db, actor, businessCardKind, [added]);
    await log(db, actor, 'business_card.add', [added]);
    return added;
  }
  await changingRows(db, actor, businessCardKind, [stored.id], async () => {
    await sql`update business_card set (${columns}) = row(${values}) where card_id = ${stored.id}`.execute(db);
    await log(db, actor, 'business_card.change', [stored.id]);
  });
  return stored.id;
}

/** The card after the save. */
function written({ language }: Actor, asked: CardSave, stored: StoredCard | undefined): Written {
  const missing = (what: 'person' | 'type' | 'name'): never => {
    throw new AppError('field.required', { name: translate(language, `business_card.${what}`) });
  };
  const mobile = asked.mobile ?? stored?.mobile ?? '';
  const number = mobile === '' ? { areaCode: '', phone: '' } : storedMobile(mobile);
  if (!number) throw new AppError('field.mobile', { name: translate(language, 'business_card.mobile') });
  const { photoFileId } = asked;
  return {
    typeId: asked.typeId ?? stored?.typeId ?? missing('type'),
    userId: asked.userId ?? stored?.userId ?? missing('person'),
    name: (asked.name ?? stored?.name) || missing('name'),
    post: asked.post ?? stored?.post ?? '',
    company: asked.company ?? stored?.company ?? '',
    deptName: asked.deptName ?? stored?.deptName ?? '',
    mobile: shownNumber(number.areaCode, number.phone),
    email: asked.email ?? stored?.email ?? '',
    address: asked.address ?? stored?.address ?? '',
    introduction: asked.introduction ?? stored?.introduction ?? '',
    photoFileId: photoFileId === undefined ? (stored?.photoFileId ?? null) : photoFileId === 0 ? null : photoFileId,
    status: asked.status ?? stored?.status ?? 1,
  };
}

/** The type is there, the person too and not disabled unless it is the card's already, and has no other card of the type. */
async function requireReferences(
  db: Database,
  { typeId, userId, name }: Written,
  stored: StoredCard | undefined,
): Promise<void> {
  const types = await sql`select 1 from business_card_type where type_id = ${typeId}`.execute(db);
  if (types.rows.length === 0) throw new AppError('business_card.unknown_type');
  const people = await sql`
    select 1 from app_user where user_id = ${userId} and (status <> 0 or user_id = ${stored?.userId ?? 0})`.execute(db);
  if (people.rows.length === 0) throw new AppError('business_card.unknown_person');
  const twin = await sql`
    select 1 from business_card where user_id = ${userId} and type_id = ${typeId} and card_id <> ${stored?.id ?? 0}`.execute(
    db,
  );
  if (twin.rows.length > 0) throw new AppError('business_card.taken', { name });
}

/** Removes those of the cards that there are. @throws AppError `access.record` for none */
export async function deleteCards(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  await businessCardKind.hold(db);
  const found = (await cardsOf(db, ids)).map(({ id }) => id);
  if (found.length === 0) throw new AppError('access.record');
  await changingRows(db, actor, businessCardKind, found, async () => {
    await removeCards(db, found);
    await log(db, actor, 'business_card.delete', found);
  });
}

/** Names and numbers do not stand in the audit, which is kept for good: the history of changes says them. */
const log = (db: Database, { userId, address }: Actor, what: string, ids: readonly number[]): Promise<void> =>
  audit(db, { userId, what, subject: ids.join(','), result: 'done', address });
