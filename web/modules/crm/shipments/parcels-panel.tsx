import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ParcelDialog } from '#web/modules/crm/shipments/parcel-dialog.tsx';
import styles from '#web/modules/crm/shipments/parcels.module.css';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { parcelCalls, pickupCompany, type Parcel } from '#shared/crm/shipments/parcel-calls.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const { toSend, partlySent, sent } = shipmentStatuses;

/** What has left of a shipment, where each parcel is, and what is still to go. */
export function ParcelsPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const [shown, setShown] = useState<Parcel | 'new' | null>(null);
  const query = useQuery(callQuery(parcelCalls.list, { expressId: id }));
  const left = useQuery(callQuery(parcelCalls.left, { expressId: id }));
  const status = Number(record['status']);
  const isMine = record['mayWrite'] === 1 && may(permissionOf(shipmentType, 'update'));
  const mayCorrect = isMine && [toSend, partlySent, sent].some((one) => one === status);
  const waiting = (left.data ?? []).filter((line) => line.left !== '0');
  return (
    <>
      {waiting.length > 0 && mayCorrect && (
        <div className={styles['left']}>
          <span>
            {text('parcel.left', {
              goods: waiting.map((line) => `${line.name} × ${line.left}`).join(text('lines.and')),
            })}
          </span>
          <Button type="primary" onClick={() => setShown('new')}>
            {text('parcel.new')}
          </Button>
        </div>
      )}
      <PageState query={query} isEmpty={(list) => list.length === 0} emptyText={text('parcel.none')}>
        {(list) => (
          <ul className={styles['parcels']}>
            {list.map((parcel) => (
              <li key={parcel.deliverId}>
                <OneParcel parcel={parcel} onEdit={mayCorrect ? () => setShown(parcel) : undefined} />
              </li>
            ))}
          </ul>
        )}
      </PageState>
      {shown !== null && (
        <ParcelDialog
          expressId={id}
          parcel={shown === 'new' ? null : shown}
          lines={left.data ?? []}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface ParcelProps {
  readonly parcel: Parcel;
  readonly onEdit: (() => void) | undefined;
}

function OneParcel({ parcel, onEdit }: ParcelProps) {
  const text = useText();
  const { deliverCompany, deliverNumber, remark, products } = parcel;
  const track = useQuery({
    ...callQuery(parcelCalls.log, { deliverCompany, deliverNumber }),
    enabled: deliverNumber !== '',
  });
  const events = track.data ?? [];
  return (
    <article className={styles['parcel']}>
      <header>
        <strong>{deliverCompany === pickupCompany ? text('parcel.pickup') : deliverCompany}</strong>
        <span className={styles['number']}>{deliverNumber}</span>
        {onEdit && (
          <Button size="small" type="text" onClick={onEdit}>
            {text('action.edit')}
          </Button>
        )}
      </header>
      <p>{products.map(({ name, num, unit }) => `${name} × ${num} ${unit}`.trim()).join(text('lines.and'))}</p>
      {remark !== '' && <p className={styles['remark']}>{remark}</p>}
      <ol className={styles['events']} aria-label={text('parcel.track')}>
        {events.map(({ time, context }) => (
          <li key={`${time} ${context}`}>
            <Moment value={time} /> {context}
          </li>
        ))}
        {events.length === 0 && (
          <li>
            <Moment value={parcel.deliverTime} /> {parcel.createUserName}
          </li>
        )}
      </ol>
    </article>
  );
}
