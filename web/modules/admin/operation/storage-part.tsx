import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { bytesText } from '#web/modules/admin/operation/bytes.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { operationCalls, type PersonUsage } from '#shared/admin/operation/operation-calls.ts';
import styles from './operation.module.css';

const percentOf = (part: number, whole: number): number => Math.floor((part / whole) * 1000) / 10;

/** How much space the files and the database take, what files may take, and what is free. */
export function StoragePart() {
  const text = useText();
  const query = useQuery({ ...callQuery(operationCalls.storage, {}), staleTime: 0 });
  const title = (first: string, second: string) => [
    { key: 'kind', title: first, dataIndex: 'kind' },
    {
      key: 'count',
      title: second,
      align: 'right' as const,
      render: (_value: unknown, { count }: { count: number }) => count.toLocaleString('en'),
    },
    {
      key: 'bytes',
      title: text('operation.size'),
      align: 'right' as const,
      render: (_value: unknown, { bytes }: { bytes: number }) => bytesText(bytes),
    },
  ];
  return (
    <PageState query={query}>
      {({ databaseBytes, tables, files, usage, disk }) => (
        <>
          <ul className={`boxes ${styles['checks'] ?? ''}`}>
            <li>
              <h2>{text('operation.file_use')}</h2>
              <p>{text('operation.file_use_of', { used: bytesText(usage.bytes), limit: bytesText(usage.limit) })}</p>
              <Progress aria-label={text('operation.file_use')} percent={percentOf(usage.bytes, usage.limit)} />
              <p>{text('operation.quota', { person: bytesText(usage.perPerson), all: bytesText(usage.limit) })}</p>
            </li>
            <li>
              <h2>{text('operation.disk_free')}</h2>
              {disk ? (
                <>
                  <p>{text('operation.of_total', { free: bytesText(disk.free), total: bytesText(disk.total) })}</p>
                  <Progress
                    aria-label={text('operation.disk_free')}
                    percent={Math.floor((disk.free / disk.total) * 100)}
                  />
                </>
              ) : (
                <p>{text('operation.disk_unknown')}</p>
              )}
            </li>
            <li>
              <h2>{text('operation.database_size')}</h2>
              <p className={styles['figure']}>{bytesText(databaseBytes)}</p>
            </li>
          </ul>
          {usage.people.length > 0 && (
            <>
              <h2 className={styles['title']}>{text('operation.file_people')}</h2>
              <PeopleTable people={usage.people} />
            </>
          )}
          <h2 className={styles['title']}>{text('operation.files')}</h2>
          {files.length === 0 ? (
            <p className={styles['quiet']}>{text('operation.no_files')}</p>
          ) : (
            <PlainTable
              rowKey="kind"
              scroll={{}}
              columns={title(text('operation.files'), text('operation.count'))}
              dataSource={files.map((row) => ({
                ...row,
                kind: text(row.kind === 'img' ? 'operation.file.img' : 'operation.file.file'),
              }))}
            />
          )}
          <h2 className={styles['title']}>{text('operation.tables')}</h2>
          <PlainTable
            rowKey="kind"
            scroll={{}}
            columns={title(text('operation.table'), text('operation.rows'))}
            dataSource={tables}
          />
          <Button className={styles['below'] ?? ''} loading={query.isFetching} onClick={() => void query.refetch()}>
            {text('operation.look_again')}
          </Button>
        </>
      )}
    </PageState>
  );
}

function PeopleTable({ people }: { readonly people: PersonUsage[] }) {
  const text = useText();
  return (
    <PlainTable
      rowKey="userId"
      scroll={{}}
      columns={[
        { key: 'person', title: text('operation.column.person'), dataIndex: 'userName' },
        {
          key: 'bytes',
          title: text('operation.size'),
          align: 'right',
          render: (_value: unknown, { bytes, limit }) => `${bytesText(bytes)} (${percentOf(bytes, limit)}%)`,
        },
        {
          key: 'limit',
          title: text('operation.limit'),
          align: 'right',
          render: (_value: unknown, { limit }) => bytesText(limit),
        },
      ]}
      dataSource={people}
    />
  );
}
