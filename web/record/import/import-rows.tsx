import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/import.module.css';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { importCalls, type ImportInfo } from '#shared/record/calls/import-calls.ts';

const perPage = 15;

/** Rows that failed, and after an undo those that were kept because they have changed since. */
export function ImportRows({ info }: { readonly info: ImportInfo }) {
  const text = useText();
  const [page, setPage] = useState(1);
  const input = { messageId: info.messageId, page, limit: perPage };
  const query = useQuery({ ...callQuery(importCalls.rows, input), staleTime: 0, placeholderData: keepPreviousData });
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <section className={styles['rows']}>
      <h3>
        {[info.errSize > 0 && text('import.dialog.failures'), info.keptSize > 0 && text('import.dialog.kept_list')]
          .filter(Boolean)
          .join(' · ')}
      </h3>
      <Table
        size="small"
        rowKey="row"
        loading={query.isFetching}
        dataSource={query.data?.list ?? []}
        scroll={{ y: 240 }}
        pagination={{
          current: page,
          pageSize: perPage,
          total: query.data?.totalRow ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPage,
        }}
        columns={[
          { title: text('import.dialog.column.row'), dataIndex: 'row', width: 80 },
          { title: text('import.dialog.column.column'), dataIndex: 'column', width: 160 },
          {
            title: text('import.dialog.column.reason'),
            render: (_, { result, msg }) => (result === 'kept' ? text('import.dialog.kept_reason') : msg),
          },
        ]}
      />
    </section>
  );
}
