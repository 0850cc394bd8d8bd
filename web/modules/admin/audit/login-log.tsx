import { Select } from 'antd';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Result } from '#web/modules/admin/audit/log-cells.tsx';
import { askedOf, choiceOf, commonFilters, LogFilters } from '#web/modules/admin/audit/log-filters.tsx';
import { LogList } from '#web/modules/admin/audit/log-list.tsx';
import { useLogParts } from '#web/modules/admin/audit/use-log-part.ts';
import { deviceName } from '#web/lib/session/device-name.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { auditCalls, loginActs, type LoginAct, type LoginEntry } from '#shared/admin/audit/audit-calls.ts';
import styles from './audit.module.css';

const sizes = [50];

/** Logins, failed ones too, and how they ended. */
export function LoginLog() {
  const text = useText();
  const state = usePlainList([...commonFilters, 'act'], sizes);
  const asked = { ...askedOf(state.filters), act: choiceOf(loginActs, state.filters.act) };
  const query = useLogParts<LoginEntry, typeof auditCalls.logins>(auditCalls.logins, asked);
  const columns: (TableColumnType<LoginEntry> & { width: number })[] = [
    { key: 'time', title: text('audit.column.time'), width: 160, dataIndex: 'time' },
    { key: 'person', title: text('audit.column.person'), width: 150, render: (_value, row) => <Who row={row} /> },
    {
      key: 'act',
      title: text('audit.column.act'),
      width: 120,
      render: (_value, { act }) => text(`audit.act.${act as LoginAct}`),
    },
    {
      key: 'result',
      title: text('audit.column.result'),
      width: 90,
      render: (_value, { result }) => <Result result={result} />,
    },
    { key: 'reason', title: text('audit.column.reason'), width: 150, render: (_value, row) => <Reason row={row} /> },
    {
      key: 'address',
      title: text('audit.column.address'),
      width: 150,
      render: (_value, { address }) => address || <Dash />,
    },
    {
      key: 'device',
      title: text('audit.column.device'),
      width: 200,
      render: (_value, { device }) => deviceName(device) || <Dash />,
    },
  ];
  return (
    <LogList<LoginEntry>
      query={query}
      columns={columns}
      isFiltered={state.isFiltered}
      onClear={state.clear}
      card={(row) => (
        <div className={styles['card']}>
          <strong>
            <Who row={row} />
          </strong>
          <p>
            {text(`audit.act.${row.act as LoginAct}`)} · <Result result={row.result} />
          </p>
          {row.reason !== '' && (
            <p>
              <Reason row={row} />
            </p>
          )}
          <p>{[row.address, deviceName(row.device)].filter((part) => part !== '').join(' · ')}</p>
          <p>
            <Moment value={row.time} />
          </p>
        </div>
      )}
      filters={
        <LogFilters
          state={state}
          nameOf={(userId) => query.data?.find((row) => row.userId === userId)?.userName}
          onExport={() => download(auditCalls.exportLogins, asked)}
        >
          <Select<string>
            className={styles['choice'] ?? ''}
            aria-label={text('audit.column.act')}
            value={asked.act}
            options={[
              { value: '', label: text('audit.any_act') },
              ...loginActs.map((value) => ({ value, label: text(`audit.act.${value}`) })),
            ]}
            onChange={(act) => state.change({ filters: { act } })}
          />
        </LogFilters>
      }
    />
  );
}

interface RowProps {
  readonly row: LoginEntry;
}

function Who({ row: { userName, account } }: RowProps) {
  const text = useText();
  if (userName !== '') return userName;
  return account === '' ? text('audit.nobody') : text('audit.tried', { account });
}

function Reason({ row: { reason } }: RowProps) {
  const text = useText();
  return reason === '' ? <Dash /> : text(`audit.login_reason.${reason as 'unknown'}`);
}
