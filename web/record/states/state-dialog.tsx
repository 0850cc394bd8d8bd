import { Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { stateIn } from '#web/record/states/record-states.ts';
import type { ActionDialogProps, Move } from '#web/record/record-screen.ts';
import type { StateOption } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { isStaged } from '#shared/record/states/state.ts';
import { clearing } from '#web/ui/paged-select.tsx';

const longestRemark = 500;

/** Changes the state of records where the user must choose the state or give a reason. */
export function StateDialog({ screen, rows, move, onClose, onDone }: ActionDialogProps & { readonly move: Move }) {
  const text = useText();
  const { column, transition, enter } = move;
  const fields = useFilterFields(screen);
  const [chosen, setChosen] = useState<number>();
  const [reason, setReason] = useState<string>();
  const [remark, setRemark] = useState('');
  const isChoice = transition.to === 'chosen';
  const to = transition.to === 'chosen' ? chosen : transition.to;
  const groups = isStaged(column) ? new Set(rows.map((row) => row[camelCase(column.values.groupField)])) : null;
  const setting = fields.data?.find(({ fieldName }) => fieldName === column.fieldName)?.setting ?? [];
  const states = setting.filter(
    (option): option is StateOption =>
      typeof option === 'object' &&
      // records of several groups have no common stage
      (groups === null || (groups.size === 1 && groups.has(option.group))) &&
      rows.every((row) => stateIn(column, row) !== option.value),
  );
  const target = setting.find((option) => typeof option === 'object' && option.value === to);
  const reasons = [
    ...(transition.reason?.options ?? []).map(({ value, label }) => ({ value, label: text(label) })),
    ...((typeof target === 'object' && target.reasons) || []).map((name) => ({ value: name, label: name })),
  ];
  const isGiven = reason !== undefined || remark.trim() !== '';
  const input = { ...(reason === undefined ? {} : { reason }), ...(remark.trim() === '' ? {} : { remark }) };
  return (
    <ActionDialog
      title={text(transition.label)}
      rows={rows}
      isReady={to !== undefined && (!transition.reason?.isRequired || isGiven)}
      perform={() => enter(rows, to ?? 0, isGiven ? input : undefined)}
      onClose={onClose}
      onDone={onDone}
    >
      {isChoice && (
        <ActionField label={text('state.choose')}>
          <Select
            style={{ width: '100%' }}
            loading={fields.isPending}
            value={chosen}
            options={states.map(({ name, value }) => ({ value: Number(value), label: name }))}
            onChange={setChosen}
          />
        </ActionField>
      )}
      {reasons.length > 0 && (
        <ActionField label={text('state.why')}>
          <Select
            allowClear={clearing()}
            style={{ width: '100%' }}
            value={reason}
            options={reasons}
            onChange={setReason}
          />
        </ActionField>
      )}
      {transition.reason && (
        <ActionField label={text('state.remark')}>
          <Input.TextArea
            rows={3}
            maxLength={longestRemark}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </ActionField>
      )}
    </ActionDialog>
  );
}
