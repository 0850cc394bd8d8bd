import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState, type SubmitEvent } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { logIn, redirectTarget } from '#web/lib/session/login.ts';
import { EntranceField } from '#web/ui/identity/entrance-field.tsx';
import { Entrance } from '#web/ui/identity/entrance.tsx';
import styles from '#web/ui/identity/entrance.module.css';

const fields = ['username', 'password'] as const;
type Field = (typeof fields)[number];

/**
 * /login?redirect=: user name and password, the server's message when they are wrong, then back to the previous page.
 */
export function LoginPage() {
  const text = useText();
  const navigate = useNavigate();
  const [search] = useAddress();
  const target = redirectTarget(search.get('redirect'));
  const [problem, setProblem] = useState('');
  const [empty, setEmpty] = useState<readonly Field[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  // logged in already: nothing to do here
  if (accessToken() && !isBusy) return <Navigate to={target} replace />;

  const logInWith = async (username: string, password: string) => {
    setIsBusy(true);
    setProblem('');
    try {
      await logIn(username, password);
      await navigate(target, { replace: true });
    } catch (error) {
      setProblem(isCallError(error) && error.msg !== '' ? error.msg : textOf('call.unreadable'));
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const username = String(given.get('username')).trim();
    const password = String(given.get('password'));
    const missing = fields.filter((field) => (field === 'username' ? username : password) === '');
    setEmpty(missing);
    if (missing.length === 0) void logInWith(username, password);
  };
  const of = (field: Field) => ({
    label: text(`login.${field}`),
    problem: empty.includes(field) ? text(`login.${field}_empty`) : '',
  });
  const edited = (field: Field) => () => setEmpty((before) => before.filter((other) => other !== field));

  return (
    <Entrance title={text('login.title')}>
      <form noValidate onSubmit={handleSubmit}>
        <EntranceField {...of('username')}>
          {(input) => (
            <Input
              {...input}
              name="username"
              size="large"
              prefix={<UserOutlined aria-hidden />}
              autoComplete="username"
              maxLength={200}
              autoFocus
              onChange={edited('username')}
            />
          )}
        </EntranceField>
        <EntranceField {...of('password')}>
          {(input) => (
            <Input.Password
              {...input}
              name="password"
              size="large"
              prefix={<LockOutlined aria-hidden />}
              autoComplete="current-password"
              maxLength={1000}
              onChange={edited('password')}
            />
          )}
        </EntranceField>
        {problem !== '' && <Alert className={styles['problem'] ?? ''} type="error" showIcon title={problem} />}
        <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
          {text('login.submit')}
        </Button>
      </form>
    </Entrance>
  );
}
