import { useQuery } from '@tanstack/react-query';
import { Button, Form, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './expiry-form.module.css';

/** As in the contract of the call. */
const mostDays = 3650;

/** Whether people are reminded of their contracts that end, and how many days before. */
export function ExpiryForm() {
  const query = useQuery(callQuery(contractCalls.expiry, {}));
  return (
    <PageState query={query}>
      {(expiry) => <Expiry key={`${expiry.status} ${expiry.contractDay}`} expiry={expiry} />}
    </PageState>
  );
}

interface Values {
  readonly status: number;
  readonly contractDay: number | null;
}

function Expiry({ expiry }: { readonly expiry: OutputOf<typeof contractCalls.expiry> }) {
  const text = useText();
  const saved: Values = { status: expiry.status, contractDay: Number(expiry.contractDay) };
  const [values, setValues] = useState(saved);
  const isChanged = values.status !== saved.status || values.contractDay !== saved.contractDay;
  const release = useUnsavedChanges(isChanged);
  const save = useAction(contractCalls.setExpiry, {
    refreshes: [contractCalls.expiry, ...Object.values(toDoCalls)],
    onDone: () => {
      release();
      toast.success(textOf('action.done'));
    },
  });
  return (
    <Form<Values>
      layout="vertical"
      className={styles['expiry'] ?? ''}
      requiredMark={false}
      initialValues={saved}
      onValuesChange={(_changed, entered) => setValues({ ...values, ...entered })}
      onFinish={() => save.mutate({ status: values.status, contractDay: values.contractDay ?? undefined })}
    >
      <p>{text('contract_expiry.hint')}</p>
      <Form.Item name="status" label={text('contract.expiry')}>
        <Radio.Group
          options={[
            { value: 0, label: text('contract_expiry.off') },
            { value: 1, label: text('contract_expiry.on') },
          ]}
        />
      </Form.Item>
      {values.status === 1 && (
        <Form.Item
          name="contractDay"
          label={text('contract.expiry_before')}
          rules={[{ required: true, message: text('field.required', { name: text('contract.expiry_before') }) }]}
        >
          <InputNumber
            className={styles['days'] ?? ''}
            min={1}
            max={mostDays}
            precision={0}
            prefix={text('contract_expiry.ahead')}
            suffix={text('contract_expiry.days')}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" disabled={!isChanged} loading={save.isPending}>
        {text('action.save')}
      </Button>
    </Form>
  );
}
