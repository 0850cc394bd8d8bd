import { Button, Table } from 'antd';
import { useState } from 'react';
import { saveBlob } from '#web/lib/http/client.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { failedRowsCsv } from '#web/record/bulk-sheets/failed-rows.ts';
import styles from '#web/record/import/import.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';
import { operationCalls } from '#shared/record/calls/ownership-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

const perPage = 15;

interface BulkSheetResultProps {
  readonly answer: BulkSheetAnswer;
  readonly onClose: () => void;
  /** Back to the steps, for another file. */
  readonly onAgain: () => void;
  /** Records have changed again. */
  readonly onUndone: () => void;
}

/** The result of a sheet by row, the rows not executed, and the undo of the others. */
export function BulkSheetResult({ answer, onClose, onAgain, onUndone }: BulkSheetResultProps) {
  const text = useText();
  const [undone, setUndone] = useState<OutputOf<typeof operationCalls.undo> | null>(null);
  const undo = useAction(operationCalls.undo, {
    onDone: (done) => {
      setUndone(done);
      onUndone();
    },
  });
  const { total, success, skipped, errors, operationId } = answer;

  const handleUndo = async (id: number) => {
    const title = text('bulk_sheet.dialog.undo_confirm');
    if (await confirm({ title, okText: text('import.dialog.undo_ok'), isDangerous: true }))
      undo.mutate({ operationId: id });
  };
  const handleSave = () => {
    const csv = failedRowsCsv(answer, text('sheet.reason'));
    saveBlob(new Blob([csv], { type: 'text/csv' }), `${text('bulk_sheet.dialog.file_name')}.csv`);
  };
  return (
    <>
      <p role="status">{undone ? undoneText() : text('bulk_sheet.dialog.done', { total })}</p>
      <dl className={styles['counts']}>
        {(
          [
            ['bulk_sheet.dialog.success', success],
            ['import.dialog.skipped', skipped],
            ['import.dialog.errors', errors.length],
          ] as const
        ).map(([key, count]) => (
          <div key={key}>
            <dt>{text(key)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {errors.length > 0 && (
        <section className={styles['rows']}>
          <h3>{text('import.dialog.failures')}</h3>
          <Table
            size="small"
            rowKey="row"
            dataSource={errors}
            scroll={{ y: 240 }}
            pagination={{ pageSize: perPage, showSizeChanger: false, hideOnSinglePage: true }}
            columns={[
              { title: text('import.dialog.column.row'), dataIndex: 'row', width: 80 },
              { title: text('import.dialog.column.reason'), dataIndex: 'msg' },
            ]}
          />
        </section>
      )}
      <div className={styles['footer']}>
        {operationId !== null && !undone && (
          <Button danger loading={undo.isPending} onClick={() => void handleUndo(operationId)}>
            {text('bulk_sheet.dialog.undo')}
          </Button>
        )}
        {errors.length > 0 && <Button onClick={handleSave}>{text('import.dialog.save_errors')}</Button>}
        <Button onClick={onAgain}>{text('bulk_sheet.dialog.again')}</Button>
        <Button type="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      </div>
    </>
  );

  function undoneText(): string {
    const kept = undone?.kept.length ?? 0;
    const params = { undone: undone?.undone ?? 0, kept };
    return text(kept === 0 ? 'bulk_sheet.dialog.undone' : 'bulk_sheet.dialog.undone_partly', params);
  }
}
