import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useImportUndo } from '#web/modules/admin/staff/sheets/use-import-undo.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import styles from './staff-sheets.module.css';

/** Imports of staff, each with its undo. */
export function PastImports({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const query = useQuery(callQuery(staffSheetCalls.imports, {}));
  const undo = useImportUndo(() => undefined);
  return (
    <Dialog open width={640} title={text('staff_sheet.past')} footer={null} onCancel={onClose}>
      <PageState query={query} isEmpty={(imports) => imports.length === 0} emptyText={text('staff_sheet.past_none')}>
        {(imports) => (
          <ul className={styles['past']}>
            {imports.map((one) => (
              <li key={one.id}>
                <div>
                  <strong>{one.fileName}</strong>
                  <p className={styles['note']}>
                    {text('staff_sheet.past_line', {
                      name: one.createUserName,
                      time: one.createTime,
                      created: one.createdSize,
                      changed: one.changedSize,
                      departments: one.departmentSize,
                    })}
                  </p>
                </div>
                {one.undoneTime !== '' && <span>{text('staff_sheet.past_undone')}</span>}
                {one.undoFlag === 1 && (
                  <Button onClick={() => void undo({ id: one.id, fileName: one.fileName })}>
                    {text('staff_sheet.undo_short')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Dialog>
  );
}
