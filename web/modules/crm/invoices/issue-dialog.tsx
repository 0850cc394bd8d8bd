import { Form, Input } from 'antd';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { companyTime } from '#shared/record/time.ts';
import { useState } from 'react';

interface Values {
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
}

/** The number and day of an invoice that goes out. */
export function IssueDialog({ rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const [today] = useState(() => companyTime(Date.now()).slice(0, 10));
  const [row = {}] = rows;
  const handleFinish = async ({ invoiceNumber, invoiceDate }: Values) => {
    setBusy(true);
    const [receiptId = 0] = idsOf(invoiceType, rows);
    const asked = { receiptId, receiptIds: [], invoiceStatus: invoiceStatuses.issued, invoiceNumber, invoiceDate };
    // a refusal is reported by the call
    const answer = await call(invoiceCalls.updateStatus, asked).catch(() => null);
    setBusy(false);
    if (answer) onDone({ operationId: null, count: answer.count, told: 'invoice.issued_now' });
  };
  return (
    <Dialog
      open
      width={480}
      title={text('invoice.issue_title', { name: String(row['number'] ?? '') })}
      mask={{ closable: false }}
      okText={text('invoice.issue')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          invoiceNumber: String(row['invoiceNumber'] ?? ''),
          invoiceDate: String(row['invoiceDate'] || today),
        }}
        onFinish={(values) => void handleFinish(values)}
      >
        <Form.Item
          name="invoiceNumber"
          label={text('crm_receipt.invoice_number')}
          rules={[{ required: true, whitespace: true, message: text('invoice.number_missing') }]}
        >
          <Input autoFocus maxLength={50} autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item name="invoiceDate" label={text('crm_receipt.invoice_date')}>
          <DayInput />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
