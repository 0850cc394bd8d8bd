import { Select } from 'antd';
import { Link } from 'react-router';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Result } from '#web/modules/admin/audit/log-cells.tsx';
import { askedOf, choiceOf, commonFilters, LogFilters } from '#web/modules/admin/audit/log-filters.tsx';
import { LogList } from '#web/modules/admin/audit/log-list.tsx';
import { useLogParts } from '#web/modules/admin/audit/use-log-part.ts';
import { pathOfRecord } from '#web/modules/record-paths.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { auditCalls, type OperationEntry } from '#shared/admin/audit/audit-calls.ts';
import {
  operationKinds,
  operationObjects,
  type OperationKind,
  type OperationObject,
} from '#shared/admin/audit/operation.ts';
import styles from './audit.module.css';

const sizes = [50];

/** Every change and every look that is logged: who, what, which record, whether it was done. */
export function OperationLog() {
  const text = useText();
  const state = usePlainList([...commonFilters, 'kind', 'object'], sizes);
  const asked = {
    ...askedOf(state.filters),
    kind: choiceOf(operationKinds, state.filters.kind),
    object: choiceOf(operationObjects, state.filters.object),
  };
  const query = useLogParts<OperationEntry, typeof auditCalls.operations>(auditCalls.operations, asked);
  const columns: (TableColumnType<OperationEntry> & { width: number })[] = [
    { key: 'time', title: text('audit.column.time'), width: 160, dataIndex: 'time' },
    {
      key: 'person',
      title: text('audit.column.person'),
      width: 120,
      render: (_value, { userName }) => userName || <Dash />,
    },
    { key: 'what', title: text('audit.column.kind'), width: 190, render: (_value, row) => <What row={row} /> },
    {
      key: 'record',
      title: text('audit.column.record'),
      width: 220,
      ellipsis: true,
      render: (_value, row) => <RecordOf row={row} />,
    },
    {
      key: 'result',
      title: text('audit.column.result'),
      width: 90,
      render: (_value, { result }) => <Result result={result} />,
    },
    {
      key: 'reason',
      title: text('audit.column.reason'),
      width: 200,
      ellipsis: true,
      render: (_value, { reason }) => reason || <Dash />,
    },
    {
      key: 'address',
      title: text('audit.column.address'),
      width: 140,
      render: (_value, { address }) => address || <Dash />,
    },
  ];
  return (
    <LogList<OperationEntry>
      query={query}
      columns={columns}
      isFiltered={state.isFiltered}
      onClear={state.clear}
      card={(row) => (
        <div className={styles['card']}>
          <strong>
            <What row={row} />
          </strong>
          <p>
            <RecordOf row={row} />
          </p>
          <p>
            {row.userName} · <Result result={row.result} />
          </p>
          {row.reason !== '' && <p>{row.reason}</p>}
          <p>
            <Moment value={row.time} />
          </p>
        </div>
      )}
      filters={
        <LogFilters
          state={state}
          nameOf={(userId) => query.data?.find((row) => row.userId === userId)?.userName}
          onExport={() => download(auditCalls.exportOperations, asked)}
        >
          <Select<string>
            className={styles['choice'] ?? ''}
            aria-label={text('audit.column.kind')}
            value={asked.kind}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: '', label: text('audit.any_kind') },
              ...operationKinds.map((value) => ({ value, label: text(`audit.kind.${value}`) })),
            ]}
            onChange={(kind) => state.change({ filters: { kind } })}
          />
          <Select<string>
            className={styles['choice'] ?? ''}
            aria-label={text('audit.column.object')}
            value={asked.object}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: '', label: text('audit.any_object') },
              ...operationObjects.map((value) => ({ value, label: text(`audit.object.${value}`) })),
            ]}
            onChange={(object) => state.change({ filters: { object } })}
          />
        </LogFilters>
      }
    />
  );
}

interface RowProps {
  readonly row: OperationEntry;
}

function What({ row: { kind, object } }: RowProps) {
  const text = useText();
  return text('audit.what', {
    kind: text(`audit.kind.${kind as OperationKind}`),
    object: text(`audit.object.${object as OperationObject}`),
  });
}

/** The record, as a link where it has a page and its reader may see it. */
function RecordOf({ row: { subject, recordId, recordName, records } }: RowProps) {
  const text = useText();
  if (recordId === null) return <Dash />;
  const name = recordName || text('audit.record_number', { id: recordId });
  const said = records > 1 ? text('audit.record_count', { name, count: records }) : name;
  const path = recordName === '' ? null : pathOfRecord(subject, recordId);
  return path === null ? (
    said
  ) : (
    <Link to={path} className={styles['link']}>
      {said}
    </Link>
  );
}
