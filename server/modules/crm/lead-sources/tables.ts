import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    lead_source: {
      lead_source_id: Generated<number>;
      name: string;
      code: Generated<string>;
      remark: Generated<string>;
      kind: Generated<number>;
      form_key: Generated<string>;
      form: Generated<unknown>;
      key_hash: Buffer | null;
      key_end: Generated<string>;
      rules: Generated<unknown>;
      keeper_user_id: number | null;
      version: Generated<number>;
      create_user_id: number | null;
      create_time: Generated<string>;
    };
    lead_source_lead: {
      leads_id: number;
      lead_source_id: number | null;
      request_id: string;
      twin_id: number | null;
      create_time: Generated<string>;
    };
    lead_source_turn: { lead_source_id: number; rule: string; user_id: number };
    lead_source_use: { lead_source_id: number; address: string; minute: string; used: number };
    lead_source_field: { field_id: number };
  }
}
export {};
