import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { ChildFrame } from '#web/record/children/child-frame.tsx';
import styles from '#web/record/children/children.module.css';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { ListSums } from '#web/record/list/list-sums.tsx';
import { RecordCards } from '#web/record/list/record-cards.tsx';
import { childrenOf } from '#web/record/picker/parent-record.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import type { ChildTabProps } from '#web/record/record-screen.ts';
import { Cell, cellOf, isAtRight } from '#web/record/cells/row-cell.tsx';
import { type Row, idOf } from '#web/record/row.ts';
import { fieldCalls, type ListHead } from '#shared/record/calls/field-calls.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { camelCase } from '#shared/record/field.ts';
import { relatedKey } from '#shared/record/relations/relation.ts';

const perPage = 15;
/** Columns besides the name: a tab is narrower than a list. */
const mostColumns = 5;

/** The children of a record, displayed as in the list of their type. */
export function ChildList(props: ChildTabProps) {
  const { screen, relation, parent } = props;
  const isPhone = useIsPhone();
  const [search, setSearch] = useState('');
  const data = [childrenOf({ fieldName: relation.column, id: parent.id })];
  const { query, pages } = usePages(screen.calls.list, { type: screen.code, search, data }, perPage);
  const heads = useQuery(callQuery(fieldCalls.heads, { label: screen.code, arranged: 1 }));
  return (
    <ChildFrame {...props} search={search} onSearch={setSearch} list={screen.calls.list}>
      {(onOpen) => (
        <PageState query={query} isEmpty={({ list }) => list.length === 0}>
          {({ list, totalRow }) => {
            const shown = headsBeside(heads.data ?? [], props);
            return (
              <>
                {isPhone ? (
                  <RecordCards type={screen.type} heads={shown} rows={list} onOpen={onOpen} />
                ) : (
                  <ChildTable {...props} heads={shown} rows={list} onOpen={onOpen} />
                )}
                <SmallPager {...pages} total={totalRow} isSimple />
                {(heads.data ?? []).some((head) => pageTypeOf(head).isSummed) && (
                  <p className={styles['sums']}>
                    <ListSums key={search} screen={screen} query={{ page: 1, limit: perPage, search, data }} />
                  </p>
                )}
              </>
            );
          }}
        </PageState>
      )}
    </ChildFrame>
  );
}

/** The columns of the list without the parent, which is the same for all. */
function headsBeside(heads: readonly ListHead[], { relation: { type, column } }: ChildTabProps): ListHead[] {
  const field = declaredField(type, column);
  const parentKey = field && relatedKey(field);
  const title = camelCase(type.titleField);
  const others = heads.filter(({ fieldName }) => fieldName !== parentKey && fieldName !== title);
  return [...heads.filter(({ fieldName }) => fieldName === title), ...others.slice(0, mostColumns)];
}

interface TableProps extends ChildTabProps {
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly onOpen: (id: number) => void;
}

const ChildTable = ({ screen: { type }, heads, rows, onOpen }: TableProps) => (
  <Table<Row>
    size="small"
    rowKey={(row) => idOf(type, row)}
    dataSource={[...rows]}
    pagination={false}
    scroll={{ x: 'max-content' }}
    columns={heads.map((head) => ({
      key: head.fieldName,
      title: head.name,
      ellipsis: true,
      ...(isAtRight(head) && { align: 'right' as const }),
      render: (_value, row) =>
        head.fieldName === camelCase(type.titleField) ? (
          <Button type="link" className={styles['name'] ?? ''} onClick={() => onOpen(idOf(type, row))}>
            {cellOf(head, row)}
          </Button>
        ) : (
          <Cell head={head} row={row} />
        ),
    }))}
  />
);
