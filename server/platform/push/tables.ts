import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    push_event: {
      event_id: number;
      to_user: number;
      type: string;
      ids: Record<string, number | string>;
      xid: Generated<string>;
      horizon: string;
      created_at: Generated<string>;
    };
  }
}
