import { Form, Input, Select } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { personCalls } from '#shared/auth/person-calls.ts';
import type { OwnUser } from '#shared/auth/session-calls.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import { sexes, sexKey } from './sex.ts';

interface PersonDialogProps {
  readonly user: OwnUser;
  readonly onClose: () => void;
}

type Details = Pick<OwnUser, 'realname' | 'username' | 'sex' | 'email'>;

/** 编辑个人信息. The mobile number is the login name: only administrators can change it. */
export function PersonDialog({ user, onClose }: PersonDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Details>();
  const update = useAction(personCalls.update, {
    refreshes: [personCalls.self],
    onDone: () => {
      toast.success(textOf('person.saved'));
      onClose();
    },
  });
  const { realname, username, sex, email } = user;
  return (
    <Dialog
      open
      title={text('person.edit')}
      width={500}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={update.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Details>
        form={form}
        layout="vertical"
        initialValues={{ realname, username, sex, email }}
        onFinish={(values) => update.mutate({ ...values, username })}
      >
        <Form.Item
          name="realname"
          label={text('person.realname')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('person.realname') }) },
          ]}
        >
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="username" label={text('person.mobile')}>
          <Input disabled />
        </Form.Item>
        <Form.Item name="sex" label={text('person.sex')}>
          <Select options={sexes.map((value) => ({ value, label: text(sexKey(value)) }))} />
        </Form.Item>
        <Form.Item
          name="email"
          label={text('person.email')}
          rules={[
            {
              validator: (_rule, value: string | undefined) =>
                !value || isEmail(value.trim()) ? Promise.resolve() : Promise.reject(new Error(text('field.email'))),
            },
          ]}
        >
          <Input type="email" maxLength={254} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
