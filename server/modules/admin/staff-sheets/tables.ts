import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    staff_import: {
      staff_import_id: Generated<number>;
      create_user_id: number;
      create_time: Generated<string>;
      file_name: string;
      made_dept_ids: number[];
      made: unknown;
      changed: unknown;
      undone_time: string | null;
      undone_user_id: number | null;
    };
  }
}
export {};
