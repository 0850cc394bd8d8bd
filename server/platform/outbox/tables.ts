import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    outbox: {
      outbox_id: Generated<number>;
      delivery_id: Generated<string>;
      target: string;
      subject: string;
      payload: string;
      state: Generated<number>;
      tries: Generated<number>;
      next_try_at: Generated<string>;
      reason: Generated<string>;
      detail: Generated<string>;
      created_at: Generated<string>;
      finished_at: string | null;
    };
    outside_key: { name: string; sealed: string; update_time: Generated<string> };
  }
}
