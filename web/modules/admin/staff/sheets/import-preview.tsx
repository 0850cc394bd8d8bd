import { Button, Tabs } from 'antd';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { ListedRow, StaffOutcome } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import styles from './staff-sheets.module.css';

const counted = ['new', 'changed', 'same', 'refused', 'departments'] as const;

/** How many rows and departments a sheet comes to. */
export function OutcomeCounts({ counts }: Pick<StaffOutcome, 'counts'>) {
  const text = useText();
  return (
    <dl className={styles['counts']}>
      {counted.map((kind) => (
        <div key={kind}>
          <dt>{text(`staff_sheet.count.${kind}`)}</dt>
          <dd>{counts[kind]}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ImportPreviewProps {
  readonly outcome: StaffOutcome;
  /** Whether people who are here already are changed. */
  readonly updates: boolean;
}

/** What a sheet would come to, row by row. */
export function ImportPreview({ outcome, updates }: ImportPreviewProps) {
  const text = useText();
  const { counts, rows, departments } = outcome;
  const tabs = [
    ...(['new', 'changed', 'refused'] as const)
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({
        key: kind as string,
        label: `${text(`staff_sheet.count.${kind}`)} ${counts[kind]}`,
        children: (
          <>
            {kind === 'changed' && !updates && <p className={styles['note']}>{text('staff_sheet.changed_left')}</p>}
            <Rows kind={kind} rows={rows[kind]} count={counts[kind]} />
          </>
        ),
      })),
    ...(departments.length > 0
      ? [
          {
            key: 'departments',
            label: `${text('staff_sheet.count.departments')} ${counts.departments}`,
            children: (
              <ul className={styles['departments']} tabIndex={0} aria-label={text('staff_sheet.count.departments')}>
                {departments.map((path) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            ),
          },
        ]
      : []),
  ];
  return (
    <div role="status">
      <OutcomeCounts counts={counts} />
      {tabs.length === 0 ? <p>{text('staff_sheet.nothing')}</p> : <Tabs items={tabs} />}
      <RefusedFile fileId={outcome.errorFileId} />
    </div>
  );
}

/** Offers the refused rows with their reasons. */
export function RefusedFile({ fileId }: { readonly fileId: number | null }) {
  const text = useText();
  if (fileId === null) return null;
  return (
    <Button onClick={() => void download(fileCalls.bytes, { fileId }).catch(() => undefined)}>
      {text('import.dialog.save_errors')}
    </Button>
  );
}

interface RowsProps {
  readonly kind: 'new' | 'changed' | 'refused';
  readonly rows: readonly ListedRow[];
  /** How many there are, listed or not. */
  readonly count: number;
}

function Rows({ kind, rows, count }: RowsProps) {
  const text = useText();
  return (
    <>
      <div className={styles['scroll']} role="region" tabIndex={0} aria-label={text(`staff_sheet.count.${kind}`)}>
        <PlainTable
          rowKey="row"
          dataSource={rows}
          scroll={{}}
          columns={[
            { title: text('staff_sheet.column_row'), dataIndex: 'row', width: 56 },
            { title: text('staff_sheet.column.realname'), dataIndex: 'realname', width: 120 },
            ...(kind === 'new'
              ? [
                  { title: text('person.mobile'), dataIndex: 'username', width: 160 },
                  { title: text('staff_sheet.column.dept'), dataIndex: 'dept', width: 200 },
                ]
              : [
                  {
                    title: text(kind === 'changed' ? 'staff_sheet.column_change' : 'staff_sheet.column_reason'),
                    dataIndex: 'msg',
                    width: 360,
                    render: (msg: string) => <span className={styles['msg']}>{msg}</span>,
                  },
                ]),
          ]}
        />
      </div>
      {count > rows.length && (
        <p className={styles['note']}>{text('staff_sheet.more', { shown: rows.length, count })}</p>
      )}
    </>
  );
}
