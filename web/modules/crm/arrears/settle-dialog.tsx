import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import { useFieldOptions } from '#web/record/field-types/use-field-options.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { flowCalls } from '#shared/approval/flow-calls.ts';
import { arrearsCalls, type ArrearsRow } from '#shared/crm/arrears/arrears-calls.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { paymentMethods } from '#shared/crm/options.ts';
import { readMoney } from '#shared/record/field-types/money.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import { companyTime } from '#shared/record/time.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import styles from './arrears.module.css';

interface Values {
  readonly money: string;
  readonly method: string;
  /** When it was paid, `yyyy-MM-dd`. */
  readonly day: string;
  readonly remark?: string;
  readonly people?: readonly UserChoice[];
}

interface SettleProps {
  readonly arrears: ArrearsRow;
  readonly onClose: () => void;
}

/** Category of flows of receivables. */
const receivableFlows = 2;

/** Whether an amount, as people write it, is above nothing and not beyond what is open. */
function settles(entered: string, open: string): boolean {
  const amount = readMoney(entered);
  return amount !== null && compared(amount, '0') > 0 && compared(amount, open) <= 0;
}

/** A receivable that settles arrears or a part of them. */
export function SettleDialog({ arrears, onClose }: SettleProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const [first] = useState(() => ({
    money: arrears.unreceivedMoney,
    method: paymentMethods[0],
    day: companyTime(Date.now()).slice(0, 10),
  }));
  const flow = useQuery(callQuery(flowCalls.step, { categoryType: receivableFlows }));
  const methods = useFieldOptions(receivableType, paymentMethodField);
  const save = useAction(receivableCalls.save, {
    refreshes: [arrearsCalls.list, receivableCalls.list],
    onDone: () => {
      toast.success(textOf('arrears.submitted'));
      onClose();
    },
  });
  const handleFinish = ({ money, method, day, remark, people = [] }: Values) =>
    save.mutate({
      entity: {
        ...(arrears.customerId === null ? {} : { customer_id: arrears.customerId }),
        contract_id: arrears.contractId,
        arrearsId: arrears.arrearsId,
        money,
        return_time: day,
        remark: remark ?? '',
      },
      field: [{ fieldName: paymentMethodField, name: paymentMethodField, value: method }],
      ...(people[0] ? { checkUserId: people[0].userId } : {}),
    });
  return (
    <Dialog
      open
      width={480}
      title={text('crm_receivables.new')}
      mask={{ closable: false }}
      okText={text('approval.submit')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles['settles']}>
        {text('arrears.settles', { number: arrears.arrearsNumber, money: withSeparators(arrears.unreceivedMoney) })}
      </p>
      <Form<Values> form={form} layout="vertical" requiredMark initialValues={first} onFinish={handleFinish}>
        <Form.Item
          name="money"
          label={text('crm_receivables.money')}
          rules={[
            { required: true, message: text('receivable.money_missing') },
            {
              validator: async (_rule, entered: string) => {
                if (entered !== '' && !settles(entered, arrears.unreceivedMoney))
                  throw new Error(textOf('arrears.money_wrong'));
              },
            },
          ]}
        >
          <Input inputMode="decimal" autoFocus />
        </Form.Item>
        <Form.Item name="method" label={text('crm_receivables.starter.method')}>
          <Select {...methods} />
        </Form.Item>
        <Form.Item
          name="day"
          label={text('crm_receivables.return_time')}
          rules={[{ required: true, message: text('receivable.day_missing') }]}
        >
          <DayInput />
        </Form.Item>
        {flow.data?.examineType === 2 && (
          <Form.Item
            name="people"
            label={text('arrears.approver')}
            valuePropName="value"
            rules={[{ required: true, message: text('approval.chosen') }]}
            initialValue={[]}
          >
            <UserPicker value={[]} onChange={() => undefined} />
          </Form.Item>
        )}
        <Form.Item name="remark" label={text('crm_receivables.remark')}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
