import type { Generated } from 'kysely';
import type { Channel } from '#shared/crm/messaging-services/channels.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    message_channel: {
      channel: Channel;
      is_on: Generated<number>;
      url: Generated<string>;
      request: Generated<string>;
      words: Generated<string>;
      types: Generated<number[]>;
    };
    enterprise_use: {
      use_id: Generated<number>;
      user_id: number;
      asked_for: string;
      is_answered: number;
      remaining: number | null;
      use_time: Generated<string>;
    };
  }
}
