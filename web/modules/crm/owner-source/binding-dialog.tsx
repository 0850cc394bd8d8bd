import { Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useSources } from '#web/modules/crm/owner-source/use-sources.ts';
import { DayInput } from '#web/record/field-types/day-input.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import {
  bindingRemarkLimit,
  mostBoundAdvisers,
  ownerSourceCalls,
  type Binding,
} from '#shared/crm/owner-source/owner-source-calls.ts';

interface BindingDialogProps {
  /** The binding to change; null for a new one. */
  readonly edited: Binding | null;
  readonly onClose: () => void;
}

interface Values {
  readonly agent: readonly UserChoice[];
  readonly advisers: readonly UserChoice[];
  readonly source: string;
  readonly effectiveDate: string;
  readonly remark: string;
}

const nothing = () => undefined;

/** Binds advisers to an agent, or changes a binding. */
export function BindingDialog({ edited, onClose }: BindingDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const { options, isLoading } = useSources();
  const save = useAction(ownerSourceCalls.save, {
    refreshes: [ownerSourceCalls.list],
    onDone: () => {
      toast.success(textOf('owner_source.saved'));
      onClose();
    },
  });
  const handleFinish = ({ agent, advisers, ...values }: Values) =>
    save.mutate({
      ...values,
      ...(edited && { id: edited.id }),
      agentUserId: agent[0]?.userId ?? '',
      adviserUserIds: advisers.map(({ userId }) => userId).join(','),
    });
  // a source that the field has lost stays with its binding
  const isLost = edited !== null && edited.source !== '' && !options.some(({ value }) => value === edited.source);
  return (
    <Dialog
      open
      width={480}
      title={text(edited ? 'owner_source.edit_title' : 'owner_source.add')}
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
          agent: edited ? [edited.agent] : [],
          advisers: edited?.advisers ?? [],
          source: edited?.source ?? '',
          effectiveDate: edited?.effectiveDate ?? dayjs().format('YYYY-MM-DD'),
          remark: edited?.remark ?? '',
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="agent"
          label={text('owner_source.agent_name')}
          extra={text('owner_source.agent_hint')}
          rules={[{ required: true, type: 'array', message: text('owner_source.choose_agent') }]}
        >
          <UserPicker
            onlyAgents
            within="crm:customer"
            placeholder={text('owner_source.choose_agent')}
            value={[]}
            onChange={nothing}
          />
        </Form.Item>
        <Form.Item
          name="advisers"
          label={text('owner_source.advisers')}
          rules={[
            { required: true, type: 'array', message: text('owner_source.choose_advisers') },
            {
              type: 'array',
              max: mostBoundAdvisers,
              message: text('owner_source.many', { max: mostBoundAdvisers }),
            },
          ]}
        >
          <UserPicker
            multiple
            noAgents
            placeholder={text('owner_source.choose_advisers')}
            value={[]}
            onChange={nothing}
          />
        </Form.Item>
        <Form.Item name="source" label={text('owner_source.source_name')}>
          <Select<string>
            loading={isLoading}
            options={[
              { value: '', label: text('owner_source.any_source') },
              ...options,
              ...(isLost ? [{ value: edited.source, label: edited.source }] : []),
            ]}
          />
        </Form.Item>
        <Form.Item
          name="effectiveDate"
          label={text('owner_source.effective')}
          extra={text('owner_source.effective_hint')}
          rules={[{ required: true, message: text('owner_source.choose_day') }]}
        >
          <DayInput />
        </Form.Item>
        <Form.Item name="remark" label={text('owner_source.remark')}>
          <Input.TextArea rows={3} maxLength={bindingRemarkLimit} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
