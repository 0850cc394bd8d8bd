import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';
import styles from './business-cards.module.css';

interface RowActs {
  readonly show: (row: BusinessCard) => void;
  readonly edit: (row: BusinessCard) => void;
  readonly setStatus: (row: BusinessCard, status: 0 | 1) => void;
  readonly remove: (rows: readonly BusinessCard[]) => Promise<void>;
}

interface RowProps {
  readonly row: BusinessCard;
  readonly acts: RowActs;
}

/** The columns of the list, with the acts on a row. */
export function useCardColumns(acts: RowActs): (TableColumnType<BusinessCard> & { width: number })[] {
  const text = useText();
  const words = (key: 'post' | 'deptName' | 'mobile' | 'email', title: string, width: number) => ({
    key,
    title,
    width,
    ellipsis: true,
    render: (_value: unknown, row: BusinessCard) => row[key] || <Dash />,
  });
  return [
    {
      key: 'name',
      title: text('business_card.name'),
      width: 198,
      fixed: 'left',
      render: (_value, row) => (
        <span className={styles['name']}>
          <Avatar name={row.name} img={row.photo} size={28} isDecorative />
          <span title={row.name}>{row.name}</span>
          <Left row={row} />
        </span>
      ),
    },
    {
      key: 'type',
      title: text('business_card.type'),
      width: 116,
      ellipsis: true,
      render: (_value, { typeName }) => typeName,
    },
    words('post', text('business_card.post'), 108),
    words('deptName', text('business_card.dept'), 112),
    words('mobile', text('business_card.mobile'), 124),
    words('email', text('business_card.email'), 176),
    {
      key: 'status',
      title: text('business_card.status'),
      width: 92,
      render: (_value, row) => <Status row={row} />,
    },
    {
      key: 'created',
      title: text('business_card.created'),
      width: 96,
      render: (_value, { createTime }) => <Moment value={createTime} />,
    },
    {
      key: 'acts',
      title: text('business_card.acts'),
      width: 156,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            aria-label={text('business_card.show_named', { name: row.name })}
            onClick={() => acts.show(row)}
          >
            {text('business_card.show')}
          </Button>
          <Button
            type="link"
            size="small"
            aria-label={text('business_card.edit_named', { name: row.name })}
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

function Status({ row: { status } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return status === 1 ? (
    <StatusTag tone="success">{text('business_card.enabled')}</StatusTag>
  ) : (
    <StatusTag tone="neutral">{text('business_card.disabled')}</StatusTag>
  );
}

/** The person's account has been disabled. */
function Left({ row: { userStatus } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return userStatus === 0 && <StatusTag tone="warning">{text('business_card.left')}</StatusTag>;
}

interface MenuProps extends RowProps {
  /** Offers the acts that a row of the table has as buttons, too. */
  readonly isWhole?: boolean;
}

function Menu({ row, acts, isWhole = false }: MenuProps) {
  const text = useText();
  const isOn = row.status === 1;
  return (
    <MoreMenu
      label={text('business_card.acts_named', { name: row.name })}
      items={[
        ...(isWhole ? [{ key: 'edit', label: text('action.edit'), onClick: () => acts.edit(row) }] : []),
        {
          key: 'status',
          label: text(isOn ? 'business_card.disabled' : 'business_card.enabled'),
          onClick: () => acts.setStatus(row, isOn ? 0 : 1),
        },
        { key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) },
      ]}
    />
  );
}

/** A card in the list on a phone; its name shows it whole. */
export function CardRow({ row, acts }: RowProps) {
  const text = useText();
  const words = [row.post, row.deptName].filter((word) => word !== '').join(' · ');
  return (
    <>
      <div className={styles['head']}>
        <Avatar name={row.name} img={row.photo} size={32} isDecorative />
        <Button
          type="text"
          className={styles['open'] ?? ''}
          aria-label={text('business_card.show_named', { name: row.name })}
          onClick={() => acts.show(row)}
        >
          {row.name}
        </Button>
        <Status row={row} />
        <Menu row={row} acts={acts} isWhole />
      </div>
      <p>
        {row.typeName} <Left row={row} />
      </p>
      {words !== '' && <p>{words}</p>}
      {row.mobile !== '' && <p>{row.mobile}</p>}
    </>
  );
}
