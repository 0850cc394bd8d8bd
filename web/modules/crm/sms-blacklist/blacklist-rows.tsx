import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { BlacklistedNumber } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { shownNumber } from '#shared/record/phone.ts';
import styles from './sms-blacklist.module.css';

interface RowActs {
  readonly edit: (row: BlacklistedNumber) => void;
  readonly setStatus: (rows: readonly BlacklistedNumber[], enableFlag: 0 | 1) => void;
  readonly remove: (rows: readonly BlacklistedNumber[]) => Promise<void>;
}

interface RowProps {
  readonly row: BlacklistedNumber;
  readonly acts: RowActs;
}

/** The columns of the list, with the acts on a row. */
export function useBlacklistColumns(acts: RowActs): (TableColumnType<BlacklistedNumber> & { width: number })[] {
  const text = useText();
  return [
    {
      key: 'phone',
      title: text('sms_blacklist.phone'),
      width: 170,
      fixed: 'left',
      render: (_value, { areaCode, phone }) => <span className={styles['phone']}>{shownNumber(areaCode, phone)}</span>,
    },
    {
      key: 'businesses',
      title: text('sms_blacklist.businesses'),
      width: 240,
      ellipsis: true,
      render: (_value, { businessNames }) => businessNames || text('sms_blacklist.all'),
    },
    {
      key: 'status',
      title: text('sms_blacklist.status'),
      width: 100,
      render: (_value, row) => <Status row={row} />,
    },
    {
      key: 'remark',
      title: text('sms_blacklist.remark'),
      width: 220,
      ellipsis: true,
      render: (_value, { remark }) => remark || <Dash />,
    },
    {
      key: 'creator',
      title: text('sms_blacklist.creator'),
      width: 110,
      ellipsis: true,
      render: (_value, { createUserName }) => createUserName || <Dash />,
    },
    {
      key: 'created',
      title: text('sms_blacklist.created'),
      width: 150,
      render: (_value, { createTime }) => <Moment value={createTime} />,
    },
    {
      key: 'acts',
      title: text('sms_blacklist.acts'),
      width: 110,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            className={styles['edit'] ?? ''}
            aria-label={text('sms_blacklist.edit_named', { phone: shownNumber(row.areaCode, row.phone) })}
            onClick={() => acts.edit(row)}
          >
            {text('action.edit')}
          </Button>
          <Menu row={row} acts={acts} />
        </span>
      ),
    },
  ];
}

function Status({ row: { enableFlag } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return enableFlag === 1 ? (
    <StatusTag tone="success">{text('sms_blacklist.enabled')}</StatusTag>
  ) : (
    <StatusTag tone="neutral">{text('sms_blacklist.disabled')}</StatusTag>
  );
}

function Menu({ row, acts }: RowProps) {
  const text = useText();
  const isOn = row.enableFlag === 1;
  return (
    <MoreMenu
      label={text('sms_blacklist.acts_named', { phone: shownNumber(row.areaCode, row.phone) })}
      items={[
        {
          key: 'status',
          label: text(isOn ? 'sms_blacklist.disabled' : 'sms_blacklist.enabled'),
          onClick: () => acts.setStatus([row], isOn ? 0 : 1),
        },
        { key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) },
      ]}
    />
  );
}

/** An entry on a phone; its number opens it. */
export function BlacklistCard({ row, acts }: RowProps) {
  const text = useText();
  const number = shownNumber(row.areaCode, row.phone);
  return (
    <>
      <div className={styles['head']}>
        <Button
          type="text"
          className={styles['open'] ?? ''}
          aria-label={text('sms_blacklist.edit_named', { phone: number })}
          onClick={() => acts.edit(row)}
        >
          {number}
        </Button>
        <Status row={row} />
        <Menu row={row} acts={acts} />
      </div>
      <p>{row.businessNames || text('sms_blacklist.all')}</p>
      {row.remark !== '' && <p>{row.remark}</p>}
      <p>
        {row.createUserName} · <Moment value={row.createTime} />
      </p>
    </>
  );
}
