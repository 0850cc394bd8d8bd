import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    operation: {
      operation_id: Generated<number>;
      type_code: number;
      verb: string;
      access: string;
      user_id: number;
      row_total: number;
      particulars: Record<string, string | number>;
      create_time: Generated<string>;
      undone_time: string | null;
      undone_by: number | null;
    };
    operation_row: {
      operation_id: number;
      record_id: number;
      before: Record<string, unknown>;
      team_before: [userId: number, power: number][] | null;
      version_after: number;
      undo: 'undone' | 'kept' | null;
    };
  }
}
