import type { Generated } from 'kysely';
import type { WebhookEvent } from '#shared/admin/webhooks/webhook-events.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    webhook: {
      webhook_id: Generated<number>;
      name: string;
      url: string;
      types: string[];
      events: WebhookEvent[];
      is_on: Generated<number>;
    };
  }
}
