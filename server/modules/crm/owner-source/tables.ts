import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    owner_source: {
      owner_source_id: Generated<number>;
      agent_user_id: number;
      /** '' for all. */
      source: Generated<string>;
      adviser_user_ids: number[];
      effective_date: string;
      remark: Generated<string>;
      create_user_id: number;
      create_time: Generated<string>;
    };
  }
}
export {};
