import { useQueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm, notice } from '#web/ui/feedback.tsx';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import { staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';

/** Takes an import back after a question, and says what could not be. */
export function useImportUndo(onDone: () => void) {
  const client = useQueryClient();
  return async ({ id, fileName }: { readonly id: number; readonly fileName: string }): Promise<void> => {
    const isMeant = await confirm({
      title: textOf('staff_sheet.undo_question', { name: fileName }),
      text: textOf('staff_sheet.undo_effect'),
      okText: textOf('staff_sheet.undo_short'),
    });
    if (!isMeant) return;
    try {
      const { removedSize, disabledSize, restoredSize, departmentSize, kept } = await call(staffSheetCalls.undo, {
        id,
      });
      onDone();
      await notice({
        title: textOf('staff_sheet.undo_done', {
          removed: removedSize,
          disabled: disabledSize,
          restored: restoredSize,
          departments: departmentSize,
        }),
        text: kept.length > 0 ? textOf('staff_sheet.undo_kept', { names: kept.join(textOf('staff.list_comma')) }) : '',
        okText: textOf('action.ok'),
      });
    } catch (error) {
      // the call has said it
      if (!isCallError(error)) throw error;
    } finally {
      void refreshCalls(client, userCalls.list, departmentCalls.tree, staffSheetCalls.imports);
    }
  };
}
