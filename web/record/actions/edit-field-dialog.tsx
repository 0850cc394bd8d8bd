import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { loneValue, problemOf, type FormValues } from '#web/record/form/form-values.ts';
import { isLocked } from '#web/record/states/record-states.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { fieldCalls, type FormField } from '#shared/record/calls/field-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { heldType } from '#shared/record/field.ts';

/** Fields that can be set on many records: no files, nothing that must be unique. */
const isShareable = (field: FormField): boolean =>
  !holdsFiles({ formType: heldType(field) }) &&
  field.isUnique !== 1 &&
  field.companionOf === null &&
  field.disabled !== 1;

/** Sets one field of the selected records: one that none of their states locks. */
export function EditFieldDialog({ screen, rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const { type, calls } = screen;
  const query = useQuery({ ...callQuery(fieldCalls.form, { label: type.code }), staleTime: 300_000 });
  const fields =
    query.data?.filter(
      (one) => isShareable(one) && !rows.some((row) => isLocked(type, row, one.companionOf ?? one.fieldName)),
    ) ?? [];
  const [fieldName, setFieldName] = useState<string>();
  const [value, setValue] = useState<unknown>('');
  const [along, setAlong] = useState<FormValues>({});
  const field = fields.find((one) => one.fieldName === fieldName);
  const values = useMemo(() => {
    const companions = (query.data ?? []).filter(({ companionOf }) => companionOf === fieldName);
    const blank = Object.fromEntries(companions.map((one) => [one.fieldName, '']));
    return fieldName === undefined ? {} : { ...blank, ...along, [fieldName]: value };
  }, [query.data, fieldName, value, along]);
  const problem = field && problemOf(field, values);
  return (
    <ActionDialog
      title={text('record_action.edit_field')}
      rows={rows}
      isReady={field !== undefined && !problem}
      perform={() =>
        call(calls.editField, {
          ids: idsOf(type, rows),
          fieldName: fieldName ?? '',
          value: field ? loneValue(field, values) : '',
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <ActionField label={text('record_action.choose_field')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: '100%' }}
          loading={query.isPending}
          value={fieldName}
          options={fields.map((one) => ({ value: one.fieldName, label: one.name }))}
          onChange={(next: string) => {
            setFieldName(next);
            setValue('');
            setAlong({});
          }}
        />
      </ActionField>
      {field && (
        <ActionField label={text('record_action.new_value')}>
          <FieldInput
            key={field.fieldName}
            type={type}
            field={field}
            value={value}
            values={values}
            onChange={setValue}
            onBlur={() => undefined}
            setValue={(name, next) => setAlong({ ...along, [name]: next })}
            batchId=""
            id={`edit-${field.fieldId}`}
          />
        </ActionField>
      )}
      {problem && value !== '' && <p role="alert">{text(problem.code, problem.params)}</p>}
    </ActionDialog>
  );
}
