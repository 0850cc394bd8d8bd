import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate } from '#shared/i18n/translate.ts';

export interface TrackingEvent {
  readonly time: string;
  readonly context: string;
}

/** A parcel as couriers know it. */
export interface TrackedParcel {
  readonly company: string;
  readonly number: string;
}

/** Whoever knows where parcels are. The default needs no service: it tells what happened here. */
export interface ParcelTracking {
  readonly eventsOf: (db: Database, actor: Actor, parcel: TrackedParcel) => Promise<readonly TrackingEvent[]>;
}

/** What we know ourselves: when a parcel left, and when its shipment was received or void. */
export const ownTracking: ParcelTracking = {
  eventsOf: async (db, actor, { company, number }) => {
    const { rows } = await sql<{ sent: string; person: string | null; ended: string | null; status: number }>`
      select to_char(d.deliver_time, 'YYYY-MM-DD HH24:MI:SS') as sent, u.realname as person, r.status::int as status,
        (select to_char(max(e.created_at::timestamptz), 'YYYY-MM-DD HH24:MI:SS') from event e
          where e.type_code = ${shipmentType.code} and e.record_id = r.express_id
            and e.changes @> jsonb_build_array(jsonb_build_object('id', 'status'::text, 'to', r.status))) as ended
      from express_deliver d
      join ${visible(shipmentType, scoped(actor, shipmentType))} on r.express_id = d.express_id
      left join app_user u on u.user_id = d.create_user_id
      where lower(d.deliver_number) = lower(${number})
        and (${company} = '' or d.deliver_company = ${company})
      order by d.deliver_id desc limit 1`.execute(db);
    const [parcel] = rows;
    if (!parcel) return [];
    const said = (key: 'parcel.event.sent' | 'parcel.event.received' | 'parcel.event.void') =>
      translate(actor.language, key, { person: parcel.person ?? '', company, number });
    const sent = { time: parcel.sent, context: said('parcel.event.sent') };
    const { ended } = parcel;
    if (ended !== null && parcel.status === shipmentStatuses.received)
      return [{ time: ended, context: said('parcel.event.received') }, sent];
    if (ended !== null && parcel.status === shipmentStatuses.void)
      return [{ time: ended, context: said('parcel.event.void') }, sent];
    return [sent];
  },
};
