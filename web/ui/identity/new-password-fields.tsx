import { Form, Input } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';

export interface NewPassword {
  readonly newPassword: string;
  readonly repeated: string;
}

/** Two form fields for a new password: 8 to 128 characters of any kind (security N1). */
export function NewPasswordFields() {
  const text = useText();
  return (
    <>
      <Form.Item
        name="newPassword"
        label={text('password.new')}
        required
        extra={text('password.rule')}
        rules={[
          {
            validator: (_rule, value: string | undefined) =>
              check(isLongEnough(value ?? ''), text('password.too_short')),
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
export function isLongEnough(password: string): boolean {
  const { length } = Array.from(password);
  return length >= 8 && length <= 128;
}

const check = (isGood: boolean, problem: string): Promise<void> =>
  isGood ? Promise.resolve() : Promise.reject(new Error(problem));
