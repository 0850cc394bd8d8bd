import { Button, Form, Input, Space } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSystemConfig } from '#web/lib/system-config.ts';
import { isLongEnough } from '#web/ui/identity/new-password-fields.tsx';
import { randomPassword } from './one-time-password.ts';

/** The form field `password`: a password to be passed on to another person (security N12), so it is visible. */
export function OneTimePasswordField({ hint, isFirst = false }: { readonly hint: string; readonly isFirst?: boolean }) {
  const text = useText();
  const { minPasswordLength: min } = useSystemConfig();
  return (
    <Form.Item
      name="password"
      label={text('staff.one_time')}
      required
      extra={hint}
      rules={[
        {
          validator: (_rule, value = '') => {
            if (value === '') return Promise.reject(new Error(text('staff.one_time_required')));
            return isLongEnough(value, min)
              ? Promise.resolve()
              : Promise.reject(new Error(text('password.too_short', { min })));
          },
        },
      ]}
    >
      <PasswordInput isFirst={isFirst} />
    </Form.Item>
  );
}

interface PasswordInputProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly isFirst: boolean;
}

function PasswordInput({ id, value = '', onChange, isFirst }: PasswordInputProps) {
  const text = useText();
  const { minPasswordLength: min } = useSystemConfig();
  return (
    <Space.Compact block>
      <Input
        {...(id !== undefined && { id })}
        value={value}
        maxLength={256}
        autoComplete="off"
        autoFocus={isFirst}
        spellCheck={false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button onClick={() => onChange?.(randomPassword(min))}>{text('staff.generate')}</Button>
    </Space.Compact>
  );
}
