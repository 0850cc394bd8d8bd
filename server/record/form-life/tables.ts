import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    deleted_field: {
      field_id: number;
      type_code: number;
      name: string;
      field: unknown;
      kept: unknown;
      delete_user_id: number;
      deleted_at: Generated<string>;
      destroyed_at: Generated<string | null>;
    };
    form_version: {
      version_id: Generated<number>;
      type_code: number;
      user_id: number | null;
      created_at: Generated<string>;
      fields: unknown;
      restored_from: string | null;
    };
  }
}
export {};
