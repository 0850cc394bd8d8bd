import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { wireLinesOf } from '#server/record/lines/wire-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { idOn, textOn } from '#server/record/rows/read-wire.ts';
import type { OpenLine, Parcel, ParcelLine } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { bare, less } from '#server/modules/crm/shipments/quantity.ts';

interface Stored {
  readonly id: number;
  readonly company: string;
  readonly number: string;
  readonly time: string;
  readonly remark: string;
  readonly userId: number;
  readonly createTime: string;
  readonly items: readonly { readonly lineId: number; readonly num: string }[];
}

/** The parcels of a shipment, in the order in which they left. @throws AppError `access.record` */
export async function parcelsOf(db: Database, actor: Actor, expressId: number): Promise<Parcel[]> {
  await readRow(db, actor, shipmentType, expressId);
  const { rows } = await sql<Stored>`
    select d.deliver_id as id, d.deliver_company as company, d.deliver_number as number,
      to_char(d.deliver_time, 'YYYY-MM-DD HH24:MI:SS') as time, d.remark, d.create_user_id as "userId",
      to_char(d.create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime",
      coalesce((select json_agg(json_build_object('lineId', i.line_id, 'num', i.num::text) order by i.line_id)
        from express_deliver_item i where i.deliver_id = d.deliver_id), '[]') as items
    from express_deliver d where d.express_id = ${expressId} order by d.deliver_time, d.deliver_id`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const lines = await shownLines(db, actor, expressId);
  return rows.map(({ id, company, number, time, remark, userId, createTime, items }) => ({
    deliverId: id,
    expressId,
    deliverCompany: company,
    deliverNumber: number,
    deliverTime: time,
    remark,
    createUserName: names.user(userId) ?? '',
    createTime,
    products: items.flatMap(({ lineId, num }): ParcelLine[] => {
      const line = lines.get(lineId);
      // a quantity that the reader's roles hide on the line is not said by the parcel
      const shown = line?.num === '' ? '' : bare(num);
      return line ? [{ ...line, num: shown, productNum: shown }] : [];
    }),
  }));
}

/** @throws AppError `access.record` */
export async function parcelOf(db: Database, actor: Actor, deliverId: number): Promise<Parcel> {
  const { rows } = await sql<{ expressId: number }>`
    select express_id as "expressId" from express_deliver where deliver_id = ${deliverId}`.execute(db);
  const parcels = rows[0] ? await parcelsOf(db, actor, rows[0].expressId) : [];
  const found = parcels.find((one) => one.deliverId === deliverId);
  if (!found) throw new AppError('access.record');
  return found;
}

/** The lines of a shipment with what of them has gone. @throws AppError `access.record` */
export async function openLinesOf(db: Database, actor: Actor, expressId: number): Promise<OpenLine[]> {
  await readRow(db, actor, shipmentType, expressId);
  const sent = await sentOf(db, expressId);
  return [...(await shownLines(db, actor, expressId)).values()].map((line) => {
    const gone = sent.get(line.lineId) ?? '0';
    return line.num === ''
      ? { ...line, sent: '', left: '' }
      : { ...line, sent: bare(gone), left: bare(less(line.num, gone)) };
  });
}

/** What of the lines of a shipment has gone, in parcels but one. */
export async function sentOf(
  db: Database,
  expressId: number,
  exceptId: number | null = null,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ lineId: number; num: string }>`
    select i.line_id as "lineId", sum(i.num)::text as num
    from express_deliver d join express_deliver_item i on i.deliver_id = d.deliver_id
    where d.express_id = ${expressId} and d.deliver_id is distinct from ${exceptId}::bigint
    group by i.line_id`.execute(db);
  return new Map(rows.map(({ lineId, num }) => [lineId, num]));
}

/** The lines as the reader's roles show them. */
async function shownLines(db: Database, actor: Actor, expressId: number): Promise<ReadonlyMap<number, ParcelLine>> {
  const lines = (await wireLinesOf(db, actor, shipmentType, [expressId])).get(expressId) ?? [];
  return new Map(
    lines.map((line) => {
      const num = textOn(line, 'num');
      const shown = /^\d/.test(num) ? bare(num) : '';
      const lineId = idOn(line, 'lineId') ?? 0;
      return [
        lineId,
        {
          lineId,
          productId: idOn(line, 'productId'),
          name: textOn(line, 'name'),
          unit: textOn(line, 'unit'),
          num: shown,
          productNum: shown,
        },
      ];
    }),
  );
}
