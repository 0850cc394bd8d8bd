import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import {
  askedOf,
  kindOf,
  twinsQuery,
  viewPage,
  type KindKey,
  type Twin,
} from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import { PageState } from '#web/ui/page-state.tsx';

interface RowsProps {
  readonly kindKey: KindKey;
  readonly typed: string;
  /** Absent where a form is open that must not be lost: rows open in a tab of their own. */
  readonly onOpen?: () => void;
}

/** What is there already; a row opens its record in the list (spec §2). */
export function DuplicateRows({ kindKey, typed, onOpen }: RowsProps) {
  const text = useText();
  const query = useQuery(twinsQuery(kindKey, askedOf(typed)));
  const { path, hasMobile, label } = kindOf(kindKey);
  const columns: TableColumnsType<Twin> = [
    {
      title: text(label),
      key: 'name',
      render: (_value, { id, name }) => (
        <Link to={`${path}?rowId=${id}`} {...(onOpen ? { onClick: onOpen } : { target: '_blank' })}>
          {name}
        </Link>
      ),
    },
    ...(hasMobile ? [{ title: text('duplicates.mobile'), key: 'mobile', dataIndex: 'mobile', width: 140 }] : []),
    {
      title: text('duplicates.owner'),
      key: 'owner',
      width: 120,
      render: (_value, { ownerUserName }) => ownerUserName || text('duplicates.nobody'),
    },
  ];
  return (
    <PageState query={query} isEmpty={(twins) => twins.length === 0} emptyText={text('duplicates.none')}>
      {(twins) => (
        <Table<Twin>
          rowKey="id"
          size="small"
          columns={columns}
          dataSource={[...twins]}
          pagination={{ pageSize: viewPage, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
        />
      )}
    </PageState>
  );
}
