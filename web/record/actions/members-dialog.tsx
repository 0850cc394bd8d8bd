import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { useAlong } from '#web/record/actions/use-along.ts';
import { powerOptions } from '#web/record/actions/power-options.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { powers, type OwnershipCalls, type Power } from '#shared/record/calls/ownership-calls.ts';

interface MembersDialogProps extends ActionDialogProps {
  readonly calls: OwnershipCalls;
  readonly kind: 'add' | 'remove';
}

/** Adds people to the teams of records, or removes them. */
export function MembersDialog({ calls, kind, screen, rows, onClose, onDone }: MembersDialogProps) {
  const text = useText();
  const [people, setPeople] = useState<readonly UserChoice[]>([]);
  const [power, setPower] = useState<Power>(powers.read);
  const [taken, setTaken] = useState<readonly number[]>([]);
  const along = useAlong(screen.type).filter(({ type }) => can(type, 'team'));
  const perform = () => {
    const ids = idsOf(screen.type, rows);
    const memberIds = people.map(({ userId }) => userId);
    return kind === 'add'
      ? call(calls.addMembers, { ids, memberIds, power, changeType: taken.join(',') })
      : call(calls.removeMembers, { ids, memberIds });
  };
  return (
    <ActionDialog
      title={text(kind === 'add' ? 'record_action.add_members' : 'record_action.remove_members')}
      rows={rows}
      isReady={people.length > 0}
      perform={perform}
      onClose={onClose}
      onDone={onDone}
    >
      <ActionField label={text('record_action.members')}>
        <UserPicker multiple value={people} onChange={setPeople} placeholder={text('record_action.choose_members')} />
      </ActionField>
      {kind === 'add' && (
        <ActionField label={text('record_action.power')}>
          <Select value={power} options={powerOptions(text)} onChange={setPower} style={{ width: '100%' }} />
        </ActionField>
      )}
      {kind === 'add' && along.length > 0 && (
        <ActionField label={text('record_action.members_along')}>
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
