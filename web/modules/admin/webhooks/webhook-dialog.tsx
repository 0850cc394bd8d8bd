import { Form, Input, Select, Switch } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import { webhookCalls, webhookNameLimit, type Webhook } from '#shared/admin/webhooks/webhook-calls.ts';
import { webhookEvents, type WebhookEvent } from '#shared/admin/webhooks/webhook-events.ts';
import { outsideUrlLimit } from '#shared/platform/outbox-calls.ts';
import styles from './webhooks.module.css';

interface WebhookDialogProps {
  /** Null for a new one. */
  readonly edited: Webhook | null;
  readonly types: readonly { readonly type: string; readonly name: string }[];
  readonly onClose: () => void;
  /** Of a new one, which has no secret yet. */
  readonly onAdded: (added: { readonly id: number; readonly name: string }) => void;
}

interface Values {
  readonly name: string;
  readonly url: string;
  readonly types: string[];
  readonly events: WebhookEvent[];
  readonly isOn: boolean;
}

/** Adds a webhook or changes one. */
export function WebhookDialog({ edited, types, onClose, onAdded }: WebhookDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(webhookCalls.save, { refreshes: [webhookCalls.list] });
  const handleFinish = ({ isOn, ...values }: Values) =>
    save.mutate(
      { ...values, ...(edited && { id: edited.id }), isOn: isOn ? 1 : 0 },
      {
        onSuccess: ({ id }) => {
          toast.success(textOf('webhook.saved'));
          onClose();
          if (!edited) onAdded({ id, name: values.name.trim() });
        },
      },
    );
  return (
    <Dialog
      open
      width={560}
      title={edited ? text('webhook.edit_named', { name: edited.name }) : text('webhook.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          name: edited?.name ?? '',
          url: edited?.url ?? '',
          types: edited?.types ?? [],
          events: edited?.events ?? [...webhookEvents],
          isOn: edited?.isOn !== 0,
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="name"
          label={text('webhook.name')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('webhook.name') }) },
          ]}
        >
          <Input autoFocus maxLength={webhookNameLimit} />
        </Form.Item>
        <Form.Item
          name="url"
          label={text('messaging.url')}
          extra={text('webhook.url_hint')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('messaging.url') }) },
          ]}
        >
          <Input maxLength={outsideUrlLimit} inputMode="url" autoComplete="off" />
        </Form.Item>
        <TabLeaves>
          <Form.Item
            name="types"
            label={text('webhook.types')}
            rules={[{ required: true, type: 'array', message: text('webhook.types_missing') }]}
          >
            <Select<string[]>
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={types.map(({ type, name }) => ({ value: type, label: name }))}
            />
          </Form.Item>
          <Form.Item
            name="events"
            label={text('webhook.events')}
            rules={[{ required: true, type: 'array', message: text('webhook.events_missing') }]}
          >
            <Select<WebhookEvent[]>
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={webhookEvents.map((event) => ({ value: event, label: text(`webhook.event_${event}`) }))}
            />
          </Form.Item>
        </TabLeaves>
        <label className={styles['switch']}>
          <Form.Item name="isOn" valuePropName="checked" noStyle>
            <Switch />
          </Form.Item>
          {text('messaging.is_on')}
        </label>
      </Form>
    </Dialog>
  );
}
