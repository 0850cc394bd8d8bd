import { textOf } from '#web/lib/i18n/i18n.ts';
import { usernamePattern } from '#shared/admin/user-calls.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

// The server's rules with the server's messages, so that nobody has to save to see them.

const check = (isGood: boolean, key: MessageKey): Promise<void> =>
  isGood ? Promise.resolve() : Promise.reject(new Error(textOf(key)));

export const required = (key: MessageKey) => ({ required: true, whitespace: true, message: textOf(key) });

/** Says the label that the field has. */
const filled = (name: MessageKey) => ({
  required: true,
  whitespace: true,
  message: textOf('field.required', { name: textOf(name) }),
});

export const usernameRules = (label: MessageKey = 'person.mobile') => [
  filled(label),
  {
    validator: (_rule: unknown, value: string) =>
      check(value.trim() === '' || usernamePattern.test(value.trim()), 'user.username_format'),
  },
];

export const emailRule = {
  validator: (_rule: unknown, value: string) => check(value.trim() === '' || isEmail(value.trim()), 'field.email'),
};

export const someRule = (key: MessageKey) => ({
  validator: (_rule: unknown, value: readonly unknown[]) => check(value.length > 0, key),
});
