import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { groupRefreshes, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

interface SetUpFormProps {
  readonly group: GroupRow;
  readonly onClose: () => void;
}

/** Which fields each stage requires before an opportunity enters it. */
export function SetUpForm({ group, onClose }: SetUpFormProps) {
  const text = useText();
  const fields = useQuery(callQuery(fieldCalls.form, { label: opportunityType.code }));
  const [required, setRequired] = useState(
    group.statusList.map(({ statusId, requiredFieldIds }) => ({ statusId, fieldIds: requiredFieldIds })),
  );
  const save = useAction(stageGroupCalls.setUp, { refreshes: groupRefreshes, onDone: onClose });
  // what every opportunity has to have anyway needs no stage
  const offered = (fields.data ?? []).filter(
    ({ fieldId, isNull, computed }) => fieldId > 0 && isNull !== 1 && !computed,
  );
  return (
    <div className={styles['form']}>
      <p>{text('stage_group.required_hint')}</p>
      {group.statusList.map(({ statusId, name }) => (
        <div key={statusId}>
          <label htmlFor={`required-${statusId}`}>{name}</label>
          <Select
            id={`required-${statusId}`}
            mode="multiple"
            style={{ width: '100%' }}
            loading={fields.isPending}
            optionFilterProp="label"
            value={required.find((one) => one.statusId === statusId)?.fieldIds ?? []}
            options={offered.map(({ fieldId, name: label }) => ({ value: fieldId, label }))}
            onChange={(fieldIds: number[]) =>
              setRequired(required.map((one) => (one.statusId === statusId ? { statusId, fieldIds } : one)))
            }
          />
        </div>
      ))}
      <footer>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate({ typeId: group.typeId, required })}>
          {text('action.save')}
        </Button>
      </footer>
    </div>
  );
}
