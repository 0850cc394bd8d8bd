import type { join as chinese } from '#shared/i18n/cn/join.ts';

/** The page of an invite link, which strangers open. */
export const join = {
  'join.title': 'Ask to join',
  'join.hint': 'An administrator reviews your request. Once accepted, log in with your mobile number and password.',
  'join.email': 'Email (optional)',
  'join.send': 'Send request',
  'join.sent_title': 'Request sent',
  'join.sent':
    'Your request is waiting. Once it is accepted, log in with your mobile number and the password you have just chosen. If it is not, you won’t be notified.',
  'join.to_login': 'Go to login',
} as const satisfies Record<keyof typeof chinese, string>;
