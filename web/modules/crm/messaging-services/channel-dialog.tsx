import { Form, Input, Select } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { ServiceFields } from '#web/ui/outbox/service-fields.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import {
  isPersonal,
  requestPlaces,
  robotAddresses,
  wordPlaces,
  writtenPlaces,
} from '#shared/crm/messaging-services/channels.ts';
import {
  messagingCalls,
  requestLimit,
  wordsLimit,
  type ChannelRow,
} from '#shared/crm/messaging-services/messaging-calls.ts';

interface ChannelDialogProps {
  readonly edited: ChannelRow;
  readonly types: readonly { readonly type: number; readonly name: string }[];
  readonly onClose: () => void;
}

interface Values {
  readonly isOn: boolean;
  readonly url: string;
  readonly key: string;
  /** Absent of a robot, whose request is fixed. */
  readonly request?: string;
  readonly words: string;
  readonly types: number[];
}

/** Sets a channel. Its key is entered and never shown. */
export function ChannelDialog({ edited, types, onClose }: ChannelDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const { channel } = edited;
  const name = text(`messaging.channel_${channel}`);
  const save = useAction(messagingCalls.saveChannel, {
    refreshes: [messagingCalls.settings],
    onDone: () => {
      toast.success(textOf('messaging.saved'));
      onClose();
    },
  });
  const handleFinish = ({ isOn, types: chosen, ...values }: Values) =>
    save.mutate({
      ...values,
      request: values.request ?? edited.request,
      channel,
      isOn: isOn ? 1 : 0,
      types: JSON.stringify(chosen),
    });
  return (
    <Dialog
      open
      width={560}
      title={text('messaging.edit_named', { name })}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ ...edited, isOn: edited.isOn === 1, key: '' }}
        onFinish={handleFinish}
      >
        <ServiceFields
          hasKey={edited.hasKey === 1}
          {...(!isPersonal(channel) && { urlHint: text('messaging.url_hint', { url: robotAddresses[channel] }) })}
        />
        {isPersonal(channel) && (
          <Form.Item
            name="request"
            label={text('messaging.request')}
            extra={text('messaging.request_hint', { places: writtenPlaces(requestPlaces[channel]) })}
          >
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={requestLimit} spellCheck={false} />
          </Form.Item>
        )}
        <Form.Item
          name="words"
          label={text('messaging.words')}
          extra={text('messaging.words_hint', { places: writtenPlaces(wordPlaces) })}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={wordsLimit} showCount />
        </Form.Item>
        <TabLeaves>
          <Form.Item
            name="types"
            label={text('messaging.types')}
            {...(!isPersonal(channel) && { extra: text('messaging.robot_hint') })}
          >
            <Select<number[]>
              mode="multiple"
              placeholder={text('messaging.types_none')}
              showSearch={{ optionFilterProp: 'label' }}
              options={types.map(({ type, name: label }) => ({ value: type, label }))}
            />
          </Form.Item>
        </TabLeaves>
      </Form>
    </Dialog>
  );
}
