import { Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { creditCalls } from '#shared/crm/ledger/credit-calls.ts';
import { companyTime } from '#shared/record/time.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface CreditProps {
  readonly customerId: number;
  readonly kind: number;
  readonly onClose: () => void;
}

interface Values {
  readonly money: string;
  readonly remark?: string;
}

/** A prepayment of a customer, or the refund of what is left of its credit. */
export function CreditDialog({ customerId, kind, onClose }: CreditProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(creditCalls.save, {
    refreshes: [creditCalls.statement, creditCalls.list],
    onDone: () => {
      toast.success(textOf('action.done'));
      onClose();
    },
  });
  const handleFinish = ({ money, remark }: Values) =>
    save.mutate({ customerId, kind, money, paidOn: companyTime(Date.now()).slice(0, 10), remark });
  return (
    <Dialog
      open
      width={480}
      title={text(`credit.kind.${kind === 2 ? 2 : 1}`)}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" onFinish={handleFinish}>
        <Form.Item
          name="money"
          label={text('ledger.amount')}
          rules={[{ required: true, message: text('credit.money') }]}
        >
          <Input inputMode="decimal" autoFocus />
        </Form.Item>
        <Form.Item name="remark" label={text('crm_receivables.remark')}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
