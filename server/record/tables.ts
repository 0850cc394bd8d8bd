import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    event: {
      event_id: Generated<number>;
      type: string;
      type_code: number | null;
      record_id: number | null;
      version: number | null;
      actor_id: number;
      created_at: Generated<string>;
      changes: unknown;
      details: unknown;
    };
    record_field: {
      field_id: Generated<number>;
      type_code: number;
      field_name: string;
      name: string;
      form_type: string;
      field_type: number;
      required: boolean;
      is_unique: boolean;
      options: unknown;
      max_length: number | null;
      default_value: string;
      input_tips: string;
      operating: number;
      sorting: number;
      hidden: boolean;
      companion_of: string | null;
      remark: Generated<string>;
      update_time: Generated<string>;
      relevant: Generated<number | null>;
      default_formula: Generated<string | null>;
      default_inputs: Generated<string[]>;
      formula: Generated<string | null>;
      formula_decimals: Generated<number>;
      rollup: unknown;
      is_indexed: Generated<boolean>;
      is_index_ready: Generated<boolean>;
      rules: unknown;
    };
    unique_rule: { rule_id: Generated<number>; type_code: number; field_ids: number[] };
    unique_value: { field_id: number; digest: Buffer; record_id: number };
    record_head: { user_id: number; list_name: string; columns: unknown };
    record_team: { type_code: number; record_id: number; user_id: number; power: number };
    record_count: { type_code: number; owner_user_id: number; total: number };
    follow_up: {
      record_id: Generated<number>;
      type_code: number;
      types_id: number;
      content: string;
      category: string;
      next_time: string | null;
      batch_id: string;
      create_user_id: number;
      create_time: Generated<string>;
      deleted_at: string | null;
      is_event: Generated<number>;
    };
    follow_up_link: { link_id: Generated<number>; follow_up_id: number; type_code: number; record_id: number };
    mention: { mention_id: Generated<number>; follow_up_id: number; user_id: number; read_time: string | null };
  }
}
