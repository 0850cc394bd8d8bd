import type { Generated } from 'kysely';
import type { StoredField } from './stored-fields.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    approval_category: {
      category_id: Generated<number>;
      title: string;
      remarks: Generated<string>;
      type: Generated<number>;
      is_sys: Generated<boolean>;
      status: Generated<number>;
      user_ids: Generated<number[]>;
      dept_ids: Generated<number[]>;
      fields: Generated<readonly StoredField[]>;
      create_user_id: number | null;
      create_time: Generated<string>;
      update_time: Generated<string>;
      deleted_at: string | null;
    };
  }
}
export {};
