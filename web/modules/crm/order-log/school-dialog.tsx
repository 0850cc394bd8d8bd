import { Button, Form } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { ServiceFields } from '#web/ui/outbox/service-fields.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { orderLogCalls } from '#shared/crm/order-log/order-log-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

interface SchoolDialogProps {
  readonly edited: OutputOf<typeof orderLogCalls.settings>;
  readonly onClose: () => void;
}

interface Values {
  readonly isOn: boolean;
  readonly url: string;
  readonly key: string;
}

/** Where contracts are handed over, and whether they are. */
export function SchoolDialog({ edited, onClose }: SchoolDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(orderLogCalls.save, {
    refreshes: [orderLogCalls.settings],
    onDone: () => {
      toast.success(textOf('messaging.saved'));
      onClose();
    },
  });
  const test = useAction(orderLogCalls.test, {
    refreshes: [orderLogCalls.list],
    onDone: () => {
      toast.success(textOf('order_log.test_sent'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      width={480}
      title={text('order_log.settings')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ isOn: edited.isOn === 1, url: edited.url, key: '' }}
        onFinish={({ isOn, ...values }) => save.mutate({ ...values, isOn: isOn ? 1 : 0 })}
      >
        <ServiceFields hasKey={edited.hasKey === 1} switchHint={text('order_log.on_hint')} />
      </Form>
      {edited.url !== '' && (
        <Button loading={test.isPending} onClick={() => test.mutate({})}>
          {text('messaging.test')}
        </Button>
      )}
    </Dialog>
  );
}
