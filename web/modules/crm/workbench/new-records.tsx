import { Link } from 'react-router';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { Figure, PageAt } from './figure.ts';
import type { Asked } from '#web/record/question/question.ts';

const perPage = 15;

type FigureRow = OutputOf<typeof workbenchCalls.bulletinRows>['list'][number];

interface NewRecordsProps {
  readonly figure: Figure;
  readonly asked: Asked;
  readonly pageAt: PageAt;
}

/** Records created or followed up in the period. */
export function NewRecords({ figure, asked, pageAt }: NewRecordsProps) {
  const text = useText();
  const counted = { ...asked, label: figure.code, ...(figure.isFollowed && { followed: 1 }) };
  const { query, pages } = usePages(workbenchCalls.bulletinRows, counted, perPage, pageAt);
  const idOf = (row: FigureRow) => Number(row[idKeyOf(figure.key)]);
  const columns: TableColumnsType<FigureRow> = [
    {
      key: 'name',
      title: text('workbench.name'),
      // a long name leaves the others in view
      ellipsis: true,
      render: (_value, row) => <Link to={recordPath(figure.key, idOf(row)) ?? '.'}>{String(row['name'] ?? '')}</Link>,
    },
    { key: 'owner', title: text('record.owner_user_name'), dataIndex: 'ownerUserName', width: 120 },
    { key: 'creator', title: text('record.create_user_name'), dataIndex: 'createUserName', width: 120 },
    {
      key: 'time',
      title: text('record.create_time'),
      width: 140,
      render: (_value, row) => <Moment value={String(row['createTime'] ?? '')} />,
    },
  ];
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0}>
      {({ list, totalRow }) => (
        <>
          <PlainTable rowKey={idOf} tableLayout="fixed" scroll={{ x: 640 }} dataSource={list} columns={columns} />
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}

/** `customerId` of `crm_customer`. */
const idKeyOf = (typeName: string): string => `${typeName.replace(/^crm_/, '')}Id`;
