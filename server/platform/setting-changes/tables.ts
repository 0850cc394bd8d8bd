import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    /** Append-only (migrate.ts). */
    setting_change: {
      change_id: Generated<number>;
      kind: string;
      item: string;
      user_id: number;
      created_at: Generated<string>;
      before: string | null;
      after: string | null;
      takes_back: number | null;
    };
  }
}
