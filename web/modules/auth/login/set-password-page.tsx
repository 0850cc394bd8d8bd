import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { takeToken } from '#web/modules/auth/login/token-of-address.ts';
import { Entrance } from '#web/ui/identity/entrance.tsx';
import { NewPasswordFields, type NewPassword } from '#web/ui/identity/new-password-fields.tsx';
import { setupCalls } from '#shared/auth/setup-calls.ts';

/** /set-password#<token>: the one-time link that whoever confirmed hands over (security N12). */
export function SetPasswordPage() {
  const text = useText();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const set = useAction(setupCalls.setPassword, { quiet: true });
  if (set.isSuccess) {
    return (
      <Entrance title={text('link.title')} hint={text('link.done')}>
        <Button type="primary" block onClick={() => void navigate('/login')}>
          {text('link.to_login')}
        </Button>
      </Entrance>
    );
  }
  const problem = set.error && (isCallError(set.error) ? set.error.msg : text('call.unreadable'));
  return (
    <Entrance title={text('link.title')} hint={text('link.hint')}>
      <Form<NewPassword>
        layout="vertical"
        requiredMark={false}
        onFinish={({ newPassword }) => set.mutate({ token, password: newPassword })}
      >
        <NewPasswordFields />
        {problem !== null && (
          <Form.Item>
            <Alert type="error" showIcon title={problem} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={set.isPending}>
          {text('action.save')}
        </Button>
      </Form>
    </Entrance>
  );
}
