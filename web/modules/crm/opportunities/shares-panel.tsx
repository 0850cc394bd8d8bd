import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import styles from '#web/modules/crm/opportunities/opportunities.module.css';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { isUnchangeable } from '#web/record/states/record-states.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { opportunityCalls, type Share } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Whose performance an opportunity is, in per cent. */
export function SharesPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const query = useQuery(callQuery(opportunityCalls.shares, { businessId: id }));
  const [isEditing, setEditing] = useState(false);
  const mayChange =
    record['mayWrite'] === 1 &&
    may(permissionOf(opportunityType, 'update')) &&
    !isUnchangeable(opportunityType, record);
  return (
    <PageState query={query}>
      {(shares) =>
        isEditing ? (
          <SharesForm
            id={id}
            shares={shares.length > 0 ? shares : ownersAlone(record)}
            onClose={() => setEditing(false)}
          />
        ) : (
          <>
            {shares.length === 0 && <p>{text('opportunity.shares_none')}</p>}
            <ul className={styles['linked']}>
              {shares.map(({ userId, realname, percent }) => (
                <li key={userId}>
                  <span>{realname}</span>
                  <b>{percent}%</b>
                </li>
              ))}
            </ul>
            {mayChange && (
              <Button size="small" onClick={() => setEditing(true)}>
                {text('opportunity.shares_edit')}
              </Button>
            )}
          </>
        )
      }
    </PageState>
  );
}

const ownersAlone = (record: PanelProps['record']): Share[] =>
  Number(record['ownerUserId']) > 0
    ? [{ userId: Number(record['ownerUserId']), realname: String(record['ownerUserName'] ?? ''), percent: '100' }]
    : [];

interface SharesFormProps {
  readonly id: number;
  readonly shares: readonly Share[];
  readonly onClose: () => void;
}

function SharesForm({ id, shares, onClose }: SharesFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(shares);
  const save = useAction(opportunityCalls.setShares, { refreshes: [opportunityCalls.shares], onDone: onClose });
  // in hundredths, as a sum of decimals is none of floating point
  const total = typed.reduce((sum, { percent }) => sum + Math.round(Number(percent) * 100), 0) / 100;
  const set = (at: number, next: Partial<Share>) =>
    setTyped(typed.map((one, place) => (place === at ? { ...one, ...next } : one)));
  return (
    <div className={styles['shares']}>
      {typed.map(({ userId, realname, percent }, at) => (
        <div key={`${at}-${userId}`}>
          <UserPicker
            label={text('opportunity.share_person')}
            value={userId > 0 ? [{ userId, realname }] : []}
            onChange={([next]) => set(at, next ?? { userId: 0, realname: '' })}
          />
          <Input
            inputMode="decimal"
            maxLength={6}
            suffix="%"
            aria-label={text('opportunity.share_of', { name: realname })}
            value={percent}
            onChange={(event) => set(at, { percent: event.target.value })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={text('opportunity.share_remove', { name: realname })}
            onClick={() => setTyped(typed.filter((_one, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setTyped([...typed, { userId: 0, realname: '', percent: String(Math.max(0, 100 - total)) }])}
      >
        {text('opportunity.share_add')}
      </Button>
      <p role="status" data-wrong={(typed.length > 0 && total !== 100) || undefined}>
        {text('opportunity.share_total', { total: Number.isNaN(total) ? '?' : total })}
      </p>
      <p>
        <Button onClick={onClose}>{text('action.cancel')}</Button>{' '}
        <Button
          type="primary"
          loading={save.isPending}
          disabled={typed.some(({ userId }) => userId === 0) || (typed.length > 0 && total !== 100)}
          onClick={() =>
            save.mutate({ businessId: id, shares: typed.map(({ userId, percent }) => ({ userId, percent })) })
          }
        >
          {text('action.save')}
        </Button>
      </p>
    </div>
  );
}
