import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { logIn, redirectTarget } from '#web/lib/session/login.ts';
import { Entrance } from '#web/ui/identity/entrance.tsx';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * /login?redirect=: user name and password, the server's message when they are wrong, then back to the previous page.
 */
export function LoginPage() {
  const text = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const target = redirectTarget(search.get('redirect'));
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  // logged in already: nothing to do here
  if (accessToken() && !isBusy) return <Navigate to={target} replace />;

  const handleFinish = async ({ username, password }: Credentials) => {
    setIsBusy(true);
    setProblem('');
    try {
      await logIn(username.trim(), password);
      await navigate(target, { replace: true });
    } catch (error) {
      setProblem(isCallError(error) && error.msg !== '' ? error.msg : textOf('call.unreadable'));
      setIsBusy(false);
    }
  };

  return (
    <Entrance title={text('login.title')}>
      <Form<Credentials>
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={(values) => void handleFinish(values)}
      >
        <Form.Item
          name="username"
          label={text('login.username')}
          rules={[{ required: true, whitespace: true, message: text('login.username_empty') }]}
        >
          <Input size="large" prefix={<UserOutlined aria-hidden />} autoComplete="username" maxLength={200} autoFocus />
        </Form.Item>
        <Form.Item
          name="password"
          label={text('login.password')}
          rules={[{ required: true, message: text('login.password_empty') }]}
        >
          <Input.Password
            size="large"
            prefix={<LockOutlined aria-hidden />}
            autoComplete="current-password"
            maxLength={1000}
          />
        </Form.Item>
        {problem !== '' && (
          <Form.Item>
            <Alert type="error" showIcon title={problem} />
          </Form.Item>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
          {text('login.submit')}
        </Button>
      </Form>
    </Entrance>
  );
}
