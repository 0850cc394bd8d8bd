import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { Entrance } from '#web/ui/identity/entrance.tsx';
import { NewPasswordFields, type NewPassword } from '#web/ui/identity/new-password-fields.tsx';
import { takeToken } from '#web/modules/auth/login/token-of-address.ts';
import { setupCalls } from '#shared/auth/setup-calls.ts';

/** /setup#<token>: the one-time link that a fresh installation prints (security N12). */
export function SetupPage() {
  const text = useText();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const create = useAction(setupCalls.createAdmin, { quiet: true });
  if (create.isSuccess) {
    return (
      <Entrance title={text('setup.title')} hint={text('setup.done')}>
        <Button type="primary" block onClick={() => void navigate('/login')}>
          {text('setup.to_login')}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={text('setup.title')} hint={text('setup.hint')}>
      <Form<NewPassword>
        layout="vertical"
        requiredMark={false}
        onFinish={({ newPassword }) => create.mutate({ token, password: newPassword })}
      >
        <NewPasswordFields />
        {create.error && (
          <Form.Item>
            <Alert type="error" showIcon title={problemOf(create.error, text)} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={create.isPending}>
          {text('action.save')}
        </Button>
      </Form>
    </Entrance>
  );
}

/** The call no longer exists once the link was used, so an HTTP status alone would not explain it. */
function problemOf(error: Error, text: Text): string {
  if (!isCallError(error)) return text('call.unreadable');
  return error.code === 404 ? text('setup.used') : error.msg;
}
