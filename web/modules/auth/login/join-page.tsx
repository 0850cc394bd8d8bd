import { Alert, Button, Form, Input } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Entrance } from '#web/ui/identity/entrance.tsx';
import { NewPasswordFields, type NewPassword } from '#web/ui/identity/new-password-fields.tsx';
import { inviteCalls } from '#shared/admin/invite/invite-calls.ts';
import { mobilePattern } from '#shared/admin/user-calls.ts';
import { isEmail } from '#shared/record/field-types/email.ts';

interface Applicant extends NewPassword {
  readonly realname: string;
  readonly username: string;
  readonly email: string;
}

/** /join/<token>: whoever was sent a link asks to be let in. It looks the same whatever the link is. */
export function JoinPage() {
  const text = useText();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const apply = useAction(inviteCalls.apply, { quiet: true });
  if (apply.isSuccess) {
    return (
      <Entrance title={text('join.sent_title')}>
        <p role="status">{text('join.sent')}</p>
        <Button type="primary" block onClick={() => void navigate('/login')}>
          {text('join.to_login')}
        </Button>
      </Entrance>
    );
  }
  const problem = apply.error && (isCallError(apply.error) ? apply.error.msg : text('call.unreadable'));
  return (
    <Entrance title={text('join.title')} hint={text('join.hint')}>
      <Form<Applicant>
        layout="vertical"
        requiredMark={false}
        initialValues={{ realname: '', username: '', email: '' }}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={({ realname, username, email, newPassword }) =>
          apply.mutate({ token, realname, username: username.trim(), email: email.trim(), password: newPassword })
        }
      >
        <PersonFields />
        <NewPasswordFields />
        {problem !== null && (
          <Form.Item>
            <Alert type="error" showIcon title={problem} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={apply.isPending}>
          {text('join.send')}
        </Button>
      </Form>
    </Entrance>
  );
}

function PersonFields() {
  const text = useText();
  const needed = (name: string) => ({ required: true, whitespace: true, message: text('field.required', { name }) });
  const matching = (isGood: (value: string) => boolean, problem: string) => ({
    validator: (_rule: unknown, value: string) =>
      value.trim() === '' || isGood(value.trim()) ? Promise.resolve() : Promise.reject(new Error(problem)),
  });
  return (
    <>
      <Form.Item name="realname" label={text('person.realname')} rules={[needed(text('person.realname'))]}>
        <Input maxLength={50} autoComplete="name" />
      </Form.Item>
      <Form.Item
        name="username"
        label={text('person.mobile')}
        rules={[
          needed(text('person.mobile')),
          matching((value) => mobilePattern.test(value), text('user.username_format')),
        ]}
      >
        <Input type="tel" inputMode="tel" maxLength={40} autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="email"
        label={text('join.email')}
        rules={[matching((value) => isEmail(value), text('field.email'))]}
      >
        <Input type="email" inputMode="email" maxLength={254} autoComplete="email" />
      </Form.Item>
    </>
  );
}
