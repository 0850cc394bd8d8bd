import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    message: {
      message_id: Generated<number>;
      user_id: number;
      type: number;
      label: number;
      type_code: number | null;
      record_id: number | null;
      caused_by: number | null;
      details: string;
      event_key: string;
      thread: string | null;
      created_at: Generated<string>;
      read_at: string | null;
      settled_at: string | null;
      settled_by: number | null;
      settled_as: string | null;
      deleted_at: string | null;
    };
  }
}
