import { Form, Input } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSystemConfig } from '#web/lib/system-config.ts';
import { passwordLength } from '#shared/auth/password-length.ts';

export interface NewPassword {
  readonly newPassword: string;
  readonly repeated: string;
}

/** Two form fields for a new password: any characters, as many as the company asks for (security N1). */
export function NewPasswordFields() {
  const text = useText();
  const { minPasswordLength: min } = useSystemConfig();
  return (
    <>
      <Form.Item
        name="newPassword"
        label={text('password.new')}
        required
        extra={text('password.rule', { min })}
        rules={[
          {
            validator: (_rule, value: string | undefined) =>
              check(isLongEnough(value ?? '', min), text('password.too_short', { min })),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={text('password.repeat')}
        required
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value: string | undefined) =>
              check((value ?? '') === (getFieldValue('newPassword') ?? ''), text('password.differs')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
    </>
  );
}

/** Characters as people count them. */
export function isLongEnough(password: string, min: number): boolean {
  const { length } = Array.from(password);
  return length >= min && length <= passwordLength.max;
}

const check = (isGood: boolean, problem: string): Promise<void> =>
  isGood ? Promise.resolve() : Promise.reject(new Error(problem));
