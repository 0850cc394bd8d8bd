import { Form, Input } from 'antd';
import { useState } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { changePassword, leave } from '#web/lib/session/login.ts';
import { notice } from '#web/ui/feedback.tsx';
import { NewPasswordFields, type NewPassword } from '#web/ui/identity/new-password-fields.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface Passwords extends NewPassword {
  readonly oldPassword: string;
}

/** 修改密码: afterwards every login of the person has ended, so it leads to the login page (security N5). */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [form] = Form.useForm<Passwords>();
  const [isBusy, setIsBusy] = useState(false);

  const handleFinish = async ({ oldPassword, newPassword }: Passwords) => {
    setIsBusy(true);
    try {
      await changePassword(oldPassword, newPassword);
    } catch {
      // the user has been informed
      setIsBusy(false);
      return;
    }
    onClose();
    await notice({
      title: textOf('password.changed_title'),
      text: textOf('password.changed_text'),
      okText: textOf('session.ended_button'),
    });
    leave();
  };

  return (
    <Dialog
      open
      title={text('person.change_password')}
      width={500}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Passwords> form={form} layout="vertical" onFinish={(values) => void handleFinish(values)}>
        <Form.Item
          name="oldPassword"
          label={text('password.old')}
          rules={[{ required: true, message: text('password.empty') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={1000} />
        </Form.Item>
        <NewPasswordFields />
      </Form>
    </Dialog>
  );
}
