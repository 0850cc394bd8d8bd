import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { linesOf, type StoredLine } from '#server/record/lines/stored-lines.ts';
import { shownOnLines } from '#server/record/fields/legible.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { changeForGood } from '#server/record/write/change-many.ts';
import { pickupCompany, type parcelCalls } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { textOf } from '#shared/record/field.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import { declaredState, stateColumn } from '#shared/record/states/state.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireSold } from '#server/modules/crm/shipments/goods.ts';
import { bare, less, quantityOf } from '#server/modules/crm/shipments/quantity.ts';
import { sentOf } from './read-parcels.ts';

export type ParcelInput = z.output<typeof parcelCalls.save.input>;
export interface SavedParcel {
  readonly deliverId: number;
  readonly expressId: number;
  readonly status: number;
}

interface Shipment {
  readonly id: number;
  readonly title: string;
  readonly status: number;
  readonly contract_id: number;
}

interface ParcelPlace {
  readonly expressId: number;
  /** Null for a new one. */
  readonly deliverId: number | null;
}

interface Item {
  readonly line: StoredLine;
  readonly num: string;
}

/**
 * Writes a parcel of a shipment that the actor may change, and what becomes of the shipment: partly sent, or sent. All is
 * checked under the lock of the shipment before anything is written, so that a refused one leaves nothing.
 * @throws AppError `access.record`, `shipment.*`, `parcel.*`
 */
export async function saveParcel(db: Database, actor: Actor, input: ParcelInput): Promise<SavedParcel> {
  const { deliverId = null } = input;
  const expressId = deliverId === null ? (input.expressId ?? 0) : await shipmentOf(db, deliverId);
  const shipment = await lockShipment(db, actor, expressId);
  await requireSold(db, actor, [shipment.contract_id], 'in force');
  const lines = (await linesOf(db, shipmentType, [expressId])).get(expressId) ?? [];
  const sent = await sentOf(db, expressId, deliverId);
  const items =
    deliverId !== null && !input.products ? null : await packedOf(db, actor, { shipment, lines, sent, input });
  const time = timeOf(input.deliverTime);
  const written = await write(db, actor, { ...input, deliverId, expressId }, time);
  if (items) await writeItems(db, written, items);
  const status = await follow(db, actor, shipment, lines);
  return { deliverId: written, expressId, status };
}

/** @throws AppError `access.record`, `shipment.closed` */
async function lockShipment(db: Database, actor: Actor, expressId: number): Promise<Shipment> {
  const [shipment] = await lockRecords<Pick<Shipment, 'status' | 'contract_id'>>(db, actor, shipmentType, [expressId], {
    reach: scoped(actor, shipmentType, 'write').where,
    columns: ['status', 'contract_id'],
  });
  if (!shipment) throw new AppError('access.record');
  const { toSend, partlySent, sent } = shipmentStatuses;
  const column = stateColumn(shipmentType, 'status');
  const state = column && declaredState(column, shipment.status);
  if (state && ![toSend, partlySent, sent].some((one) => one === shipment.status))
    throw new AppError('shipment.closed', { number: shipment.title, state: translate(actor.language, state.label) });
  return { ...shipment, contract_id: Number(shipment.contract_id) };
}

async function shipmentOf(db: Database, deliverId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select express_id as id from express_deliver where deliver_id = ${deliverId}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** What goes into the parcel: what was said, or all that is left. */
async function packedOf(
  db: Database,
  actor: Actor,
  asked: {
    readonly shipment: Shipment;
    readonly lines: readonly StoredLine[];
    readonly sent: ReadonlyMap<number, string>;
    readonly input: ParcelInput;
  },
): Promise<readonly Item[]> {
  const { lines, sent } = asked;
  const { title } = asked.shipment;
  const { products } = asked.input;
  const leftOf = ({ id, values }: StoredLine): string => less(textOf(values['num']) ?? '0', sent.get(id) ?? '0');
  const open = lines.filter((line) => compared(leftOf(line), '0') > 0);
  if (!products) {
    if (open.length === 0) throw new AppError('shipment.nothing_left', { number: title });
    return open.map((line) => ({ line, num: leftOf(line) }));
  }
  const items = new Map<number, Item>();
  for (const wanted of products) {
    const product = wanted.productId;
    const line =
      wanted.lineId === undefined
        ? [...open, ...lines].find(({ id, values }) => Number(values['product_id']) === product && !items.has(id))
        : lines.find(({ id }) => id === wanted.lineId);
    if (!line || items.has(line.id)) throw new AppError('parcel.other_goods', { number: title });
    const name = textOf(line.values['name']) ?? '';
    const num = quantityOf(wanted.num ?? wanted.productNum);
    if (num === null) throw new AppError('parcel.quantity', { product: name });
    if (compared(num, leftOf(line)) > 0) {
      const left = await shownOnLines(db, actor, shipmentType, { fieldName: 'num', value: bare(leftOf(line)) });
      throw new AppError('parcel.over_left', { product: name, left });
    }
    items.set(line.id, { line, num });
  }
  if (items.size === 0) throw new AppError('shipment.nothing_left', { number: title });
  return [...items.values()];
}

/** Null for now. @throws AppError `field.date` */
function timeOf(said: string | undefined): string | null {
  if (said === undefined) return null;
  const day = dateOf(said)?.slice(0, 10);
  if (day === undefined) throw new AppError('field.date', { name: said });
  const [, clock = '00:00'] = /[ T](\d{1,2}:\d{2}(?::\d{2})?)$/.exec(said) ?? [];
  return `${day} ${clock}`;
}

async function write(
  db: Database,
  actor: Actor,
  {
    deliverId,
    expressId,
    deliverCompany,
    deliverNumber,
    remark,
  }: Omit<ParcelInput, 'deliverId' | 'expressId'> & ParcelPlace,
  time: string | null,
): Promise<number> {
  const { rows: former } = await sql<{ company: string; number: string }>`
    select deliver_company as company, deliver_number as number from express_deliver
    where deliver_id = ${deliverId}::bigint`.execute(db);
  const company = deliverCompany ?? former[0]?.company ?? '';
  const number = deliverNumber ?? former[0]?.number ?? '';
  if (company === '') throw new AppError('parcel.company_missing', {}, { fieldName: 'deliverCompany' });
  if (number === '' && company !== pickupCompany)
    throw new AppError('parcel.number_missing', {}, { fieldName: 'deliverNumber' });
  await requireFree(db, { company, number, deliverId });
  const { rows } = await (
    deliverId === null
      ? sql<{ id: number }>`
        insert into express_deliver (express_id, deliver_company, deliver_number, deliver_time, remark, create_user_id)
        values (${expressId}, ${company}, ${number}, coalesce(${time}::timestamptz, now()), ${remark ?? ''}, ${actor.userId})
        on conflict do nothing returning deliver_id as id`
      : sql<{ id: number }>`
        update express_deliver set deliver_company = ${company}, deliver_number = ${number},
          deliver_time = coalesce(${time}::timestamptz, deliver_time), remark = coalesce(${remark ?? null}, remark)
        where deliver_id = ${deliverId} returning deliver_id as id`
  ).execute(db);
  const [row] = rows;
  // somebody else has taken the number since it was looked for
  if (!row) throw new AppError('parcel.number_taken', { number }, { fieldName: 'deliverNumber' });
  return row.id;
}

/** A number of a courier is one parcel. @throws AppError `parcel.number_taken` */
async function requireFree(
  db: Database,
  {
    company,
    number,
    deliverId,
  }: { readonly company: string; readonly number: string; readonly deliverId: number | null },
): Promise<void> {
  if (number === '') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`parcel ${company} ${number.toLowerCase()}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql`
    select from express_deliver
    where deliver_company = ${company} and lower(deliver_number) = lower(${number})
      and deliver_id is distinct from ${deliverId}::bigint`.execute(db);
  if (rows.length > 0) throw new AppError('parcel.number_taken', { number }, { fieldName: 'deliverNumber' });
}

async function writeItems(db: Database, deliverId: number, items: readonly Item[]): Promise<void> {
  await sql`delete from express_deliver_item where deliver_id = ${deliverId}`.execute(db);
  await sql`
    insert into express_deliver_item (deliver_id, line_id, num)
    select ${deliverId}, i.line_id, i.num
    from unnest(${items.map(({ line }) => line.id)}::bigint[], ${items.map(({ num }) => num)}::numeric[]) as i(line_id, num)`.execute(
    db,
  );
}

/** The shipment is partly sent while lines lack something, and sent once none does. */
async function follow(db: Database, actor: Actor, shipment: Shipment, lines: readonly StoredLine[]): Promise<number> {
  const sent = await sentOf(db, shipment.id);
  const lacks = lines.some(({ id, values }) => compared(textOf(values['num']) ?? '0', sent.get(id) ?? '0') > 0);
  const status = lacks ? shipmentStatuses.partlySent : shipmentStatuses.sent;
  if (status === shipment.status) return status;
  await changeForGood(db, actor, shipmentType, [shipment.id], {
    verb: 'state_changed',
    set: { status: sql`${status}::smallint` },
    touches: true,
    changes: sql`jsonb_build_array(jsonb_build_object('id', 'status'::text, 'name', 'status'::text,
      'from', r.status, 'to', ${status}::int))`,
    details: { column: 'status', transition: 'parcel', status },
  });
  return status;
}
