import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';

/** Assigns customers of the pool to a person. */
export function DistributeDialog({ screen, rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const [people, setPeople] = useState<readonly UserChoice[]>([]);
  return (
    <ActionDialog
      title={text('customer.distribute')}
      rows={rows}
      isReady={people.length > 0}
      perform={() => call(poolCalls.distribute, { ids: idsOf(screen.type, rows), userId: people[0]?.userId ?? 0 })}
      onClose={onClose}
      onDone={onDone}
    >
      <ActionField label={text('customer.distribute_to')}>
        <UserPicker value={people} onChange={setPeople} placeholder={text('record_action.choose_owner')} />
      </ActionField>
    </ActionDialog>
  );
}
