import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { changePassword, leave, logOut, typedOneTimePassword } from '#web/lib/session/login.ts';
import { Entrance } from '#web/ui/identity/entrance.tsx';
import { notice } from '#web/ui/feedback.tsx';
import { NewPasswordFields, type NewPassword } from '#web/ui/identity/new-password-fields.tsx';

interface Passwords extends NewPassword {
  readonly oldPassword?: string;
}

/** Replaces every page until a one-time password is changed (security N12). */
export function OneTimePasswordPage() {
  const text = useText();
  const known = typedOneTimePassword();
  const [isBusy, setIsBusy] = useState(false);

  const handleFinish = async ({ oldPassword, newPassword }: Passwords) => {
    setIsBusy(true);
    try {
      await changePassword(known ?? oldPassword ?? '', newPassword);
    } catch {
      // the user has been informed
      setIsBusy(false);
      return;
    }
    await notice({
      title: textOf('password.changed_title'),
      text: textOf('password.changed_text'),
      okText: textOf('session.ended_button'),
    });
    leave();
  };

  return (
    <Entrance title={text('login.change_title')} hint={text('login.change_hint')}>
      <Form<Passwords> layout="vertical" requiredMark={false} onFinish={(values) => void handleFinish(values)}>
        {known === undefined && (
          <Form.Item
            name="oldPassword"
            label={text('password.old')}
            rules={[{ required: true, message: text('password.empty') }]}
          >
            <Input.Password autoComplete="current-password" maxLength={1000} />
          </Form.Item>
        )}
        <NewPasswordFields />
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          {text('action.save')}
        </Button>
        <Button type="text" block onClick={() => void logOut()}>
          {text('shell.logout')}
        </Button>
      </Form>
    </Entrance>
  );
}
