import { Button, Form, InputNumber, Switch } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerSettingCalls, poolCalls } from '#shared/crm/pool-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { mostDays, mostRemindDays } from './bounds.ts';
import { confirmRules } from './confirm-rules.tsx';
import { changesOf, inputOf, rebased, valuesOf, type RuleValues } from './rule-values.ts';
import { RuleScope } from './rule-scope.tsx';
import styles from './pool-rules.module.css';

interface RulesFormProps {
  readonly given: OutputOf<typeof customerSettingCalls.rules>;
  /** What is entered and not saved; null without changes. */
  readonly onTry: (values: RuleValues | null) => void;
}

/** The rules of the pool. What a switch turns off is neither shown nor required. */
export function PoolRulesForm({ given, onTry }: RulesFormProps) {
  const text = useText();
  const [form] = Form.useForm<RuleValues>();
  const saved = valuesOf(given);
  const [values, setValues] = useState(saved);
  const [before, setBefore] = useState(saved);
  const handleGiven = useEffectEvent(() => {
    const next = rebased(before, values, saved);
    setBefore(saved);
    setValues(next);
    form.setFieldsValue(next);
    onTry(changesOf(saved, next).length > 0 ? next : null);
  });
  // somebody else may save while this is open
  useEffect(() => handleGiven(), [given]);
  const changes = changesOf(saved, values);
  useUnsavedChanges(changes.length > 0);
  const update = useAction(customerSettingCalls.updateRules, {
    refreshes: [customerSettingCalls.rules, poolCalls.forecast, poolCalls.fate, customerCalls.list, customerCalls.read],
  });
  const show = (next: RuleValues) => {
    form.setFieldsValue(next);
    setValues(next);
    onTry(null);
  };
  const put = (part: Partial<RuleValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    onTry(next);
  };
  const handleFinish = async (entered: Partial<RuleValues>) => {
    const next = { ...values, ...entered };
    if (!(await confirmRules(saved, next))) return;
    await update.mutateAsync(inputOf(next));
    onTry(null);
    const takeBack = async () => {
      if (!(await confirmRules(next, saved))) return;
      show(saved);
      await update.mutateAsync(inputOf(saved));
      toast.success(textOf('pool_rules.taken_back'));
    };
    toast.offer(textOf('action.done'), [{ label: textOf('record_action.undo'), take: () => void takeBack() }]);
  };
  const days = (name: 'followup_day' | 'deal_day' | 'remind_days', most: number, message: string) => (
    <DaysItem
      name={fieldOf[name]}
      label={`pool_rules.${name}`}
      hint={`pool_rules.${name}_hint`}
      most={most}
      message={message}
    />
  );
  return (
    <Form<RuleValues>
      form={form}
      className={styles['rules'] ?? ''}
      requiredMark={false}
      colon={false}
      scrollToFirstError={{ focus: true }}
      initialValues={saved}
      onValuesChange={(_changed, entered: Partial<RuleValues>) => put(entered)}
      onFinish={(entered) => void handleFinish(entered)}
    >
      <div className={styles['form']}>
        <RuleSection name="isOn" title="pool_rules.enabled" about="pool_rules.exempt">
          {values.isOn && (
            <div className={styles['asks']}>
              {days('followup_day', mostDays, text('pool.followup_day'))}
              {days('deal_day', mostDays, text('pool.deal_day'))}
            </div>
          )}
        </RuleSection>
        {values.isOn && given.clocks && (
          <RuleScope values={values} clocks={given.clocks} onChange={(part) => put({ ...part, isPartly: false })} />
        )}
        {values.isOn && (
          <RuleSection name="reminds" title="pool_rules.remind" about="pool_rules.remind_about">
            {values.reminds && (
              <div className={styles['asks']}>
                {days(
                  'remind_days',
                  mostRemindDays,
                  text('field.required', { name: text('pool_rules.remind_days_name') }),
                )}
              </div>
            )}
          </RuleSection>
        )}
      </div>
      <footer className={styles['saveBar']}>
        <Button type="primary" htmlType="submit" loading={update.isPending} disabled={changes.length === 0}>
          {text('action.save')}
        </Button>
        {changes.length > 0 && (
          <>
            <Button onClick={() => show(saved)}>{text('form.discard')}</Button>
            <span role="status">
              {text('pool_rules.changed', {
                count: changes.length,
                what: changes.map(({ key, params }) => text(key, params)).join(text('pool_rules.comma')),
              })}
            </span>
          </>
        )}
      </footer>
    </Form>
  );
}

const fieldOf = { followup_day: 'followupDay', deal_day: 'dealDay', remind_days: 'remindDays' } as const;

interface RuleSectionProps {
  readonly name: 'isOn' | 'reminds';
  readonly title: MessageKey;
  readonly about: MessageKey;
  readonly children: ReactNode;
}

function RuleSection({ name, title, about, children }: RuleSectionProps) {
  const text = useText();
  return (
    <section className={styles['set']}>
      <h2>
        {text(title)}
        <Form.Item name={name} valuePropName="checked" noStyle>
          <Switch aria-label={text(title)} />
        </Form.Item>
      </h2>
      <p>{text(about)}</p>
      {children}
    </section>
  );
}

interface DaysItemProps {
  readonly name: string;
  readonly label: MessageKey;
  readonly hint: MessageKey;
  readonly most: number;
  readonly message: string;
}

/** A question at the left, its number at the right. */
function DaysItem({ name, label, hint, most, message }: DaysItemProps) {
  const text = useText();
  return (
    <Form.Item
      name={name}
      layout="horizontal"
      labelAlign="left"
      labelCol={{ flex: '1 1 0' }}
      wrapperCol={{ flex: '0 0 128px' }}
      label={
        <span>
          <span>{text(label)}</span>
          <small>{text(hint)}</small>
        </span>
      }
      rules={[{ required: true, message }]}
    >
      <InputNumber
        className={styles['number'] ?? ''}
        min={1}
        max={most}
        precision={0}
        suffix={text('pool_rules.days')}
      />
    </Form.Item>
  );
}
