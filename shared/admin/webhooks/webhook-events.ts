/** What a program can hear of a record. The names are stored and sent: they stay. */
export const webhookEvents = [
  'created',
  'changed',
  'deleted',
  'restored',
  'owner_changed',
  'state_changed',
  'team_changed',
  'followed_up',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a test sends, which is about no record. */
export const pingEvent = 'ping';

/** How many webhooks a company has at most. */
export const mostWebhooks = 20;
