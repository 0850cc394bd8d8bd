import { Checkbox, Radio, Select } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { powerOptions } from '#web/record/actions/power-options.ts';
import { useAlong } from '#web/record/actions/use-along.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { powers, type OwnershipCalls, type Power } from '#shared/record/calls/ownership-calls.ts';

const leaves = 1;
const stays = 2;

/** Transfers records to a new owner; the old one leaves or stays as a member (R14.1). */
export function TransferDialog({
  endpoint,
  screen,
  rows,
  onClose,
  onDone,
}: ActionDialogProps & { readonly endpoint: OwnershipCalls['transfer'] }) {
  const text = useText();
  const { type } = screen;
  const along = useAlong(type);
  const [owner, setOwner] = useState<readonly UserChoice[]>([]);
  const [transferType, setTransferType] = useState(leaves);
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [power, setPower] = useState<Power>(powers.read);
  return (
    <ActionDialog
      title={text('record_action.transfer')}
      rows={rows}
      isReady={owner.length > 0}
      perform={() =>
        call(endpoint, {
          [type.idsKey]: idsOf(type, rows),
          newOwnerUserId: owner[0]?.userId ?? 0,
          transferType,
          power,
          changeType: taken.join(','),
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <ActionField label={text('record_action.transfer_to')}>
        <UserPicker value={owner} onChange={setOwner} placeholder={text('record_action.choose_owner')} />
      </ActionField>
      {can(type, 'team') && (
        <ActionField label={text('record_action.old_owner')}>
          <Radio.Group
            value={transferType}
            options={[
              { value: leaves, label: text('record_action.old_leaves') },
              { value: stays, label: text('record_action.old_stays') },
            ]}
            onChange={(event) => setTransferType(Number(event.target.value))}
          />
        </ActionField>
      )}
      {transferType === stays && (
        <ActionField label={text('record_action.power')}>
          <Select value={power} options={powerOptions(text)} onChange={setPower} style={{ width: '100%' }} />
        </ActionField>
      )}
      {along.length > 0 && (
        <ActionField label={text('record_action.transfer_along')}>
          <Checkbox.Group
            value={[...taken]}
            options={along.map(({ changeType, label }) => ({ value: changeType, label }))}
            onChange={setTaken}
          />
        </ActionField>
      )}
    </ActionDialog>
  );
}
