import { Input } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { useApprovalRefresh } from '#web/record/approval/use-approval.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { approvalCalls } from '#shared/approval/approval-calls.ts';

/** Passes the selected documents; those that need a choice or have been decided are named with the reason. */
export function PassDialog({ screen, rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const refresh = useApprovalRefresh(screen);
  const [remarks, setRemarks] = useState('');
  const perform = async () => {
    const answer = await call(approvalCalls.passDocuments, {
      label: screen.type.code,
      ids: idsOf(screen.type, rows),
      remarks,
    });
    void refresh();
    return answer;
  };
  return (
    <ActionDialog
      title={text('approval.title_pass')}
      rows={rows}
      isReady
      perform={perform}
      onClose={onClose}
      onDone={onDone}
    >
      <ActionField label={text('approval.remarks_label')}>
        <Input.TextArea
          rows={3}
          maxLength={200}
          value={remarks}
          placeholder={text('approval.remarks_may')}
          onChange={({ target }) => setRemarks(target.value)}
        />
      </ActionField>
    </ActionDialog>
  );
}
