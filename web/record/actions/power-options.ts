import type { Text } from '#web/lib/i18n/i18n.ts';
import { powers } from '#shared/record/calls/ownership-calls.ts';

export const powerOptions = (text: Text) => [
  { value: powers.read, label: text('record_action.power_read') },
  { value: powers.write, label: text('record_action.power_write') },
];
