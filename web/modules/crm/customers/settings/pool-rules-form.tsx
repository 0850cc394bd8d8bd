import { Button, Form, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerSettingCalls, poolCalls } from '#shared/crm/pool-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { mostDays, mostRemindDays } from './bounds.ts';
import styles from './settings.module.css';

interface Values {
  readonly type: number;
  readonly followupDay: number | null;
  readonly dealDay: number | null;
  readonly putInPoolRemindConfig: number;
  readonly putInPoolRemindDays: number | null;
}

/** Days of rules that are enabled in the form but not saved yet. */
export interface TriedRules {
  readonly followupDay: number;
  readonly dealDay: number;
}

/** The rules of the pool. Missing values are reported with the server's messages. */
export function PoolRulesForm({
  given,
  onTry,
}: {
  readonly given: OutputOf<typeof customerSettingCalls.rules>;
  readonly onTry: (rules: TriedRules | null) => void;
}) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const reminds = Form.useWatch('putInPoolRemindConfig', form) ?? given.putInPoolRemindConfig;
  const [isChanged, setChanged] = useState(false);
  useUnsavedChanges(isChanged);
  const update = useAction(customerSettingCalls.updateRules, {
    refreshes: [customerSettingCalls.rules, poolCalls.forecast, poolCalls.fate, customerCalls.list, customerCalls.read],
    onDone: () => {
      setChanged(false);
      toast.success(textOf('action.done'));
    },
  });
  const handleFinish = async ({ followupDay, dealDay, putInPoolRemindDays, ...switches }: Values) => {
    const isSwitchedOn = switches.type === 1 && given.customerConfig === 0;
    if (isSwitchedOn) {
      const question = { title: text('pool_rules.switch_on'), text: text('pool_rules.switch_on_effect') };
      if (!(await confirm(question))) return;
    }
    update.mutate({
      ...switches,
      followupDay: followupDay ?? undefined,
      dealDay: dealDay ?? undefined,
      putInPoolRemindDays: putInPoolRemindDays ?? undefined,
    });
  };
  const choice = (off: MessageKey, on: MessageKey) => (
    <Radio.Group
      options={[
        { value: 0, label: text(off) },
        { value: 1, label: text(on) },
      ]}
    />
  );
  const days = (most: number) => (
    <InputNumber className={styles['number'] ?? ''} min={1} max={most} precision={0} suffix={text('pool_rules.days')} />
  );
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={{
        type: given.customerConfig,
        followupDay: Number(given.followupDay),
        dealDay: Number(given.dealDay),
        putInPoolRemindConfig: given.putInPoolRemindConfig,
        // a reminder of zero days is off
        putInPoolRemindDays: Number(given.putInPoolRemindDays) || null,
      }}
      onValuesChange={(_changed, { type, followupDay, dealDay }: Values) => {
        setChanged(true);
        onTry(type === 1 && followupDay && dealDay ? { followupDay, dealDay } : null);
      }}
      onFinish={(values) => void handleFinish(values)}
    >
      <Form.Item name="type" label={text('pool_rules.enabled')} extra={text('pool_rules.exempt')}>
        {choice('pool_rules.off', 'pool_rules.on')}
      </Form.Item>
      <div className={styles['pair']}>
        <Form.Item
          name="followupDay"
          label={text('pool_rules.followup_day')}
          extra={text('pool_rules.followup_hint')}
          rules={[{ required: true, message: text('pool.followup_day') }]}
        >
          {days(mostDays)}
        </Form.Item>
        <Form.Item
          name="dealDay"
          label={text('pool_rules.deal_day')}
          extra={text('pool_rules.deal_hint')}
          rules={[{ required: true, message: text('pool.deal_day') }]}
        >
          {days(mostDays)}
        </Form.Item>
      </div>
      <Form.Item name="putInPoolRemindConfig" label={text('pool_rules.remind')}>
        {choice('pool_rules.remind_off', 'pool_rules.remind_on')}
      </Form.Item>
      {reminds === 1 && (
        <Form.Item
          name="putInPoolRemindDays"
          label={text('pool_rules.remind_days')}
          rules={[{ required: true, message: text('field.required', { name: text('pool_rules.remind_days') }) }]}
        >
          {days(mostRemindDays)}
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={update.isPending}>
        {text('action.save')}
      </Button>
    </Form>
  );
}
