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
      details: Record<string, string | number>;
      create_time: Generated<string>;
      undone_time: string | null;
      undone_by: number | null;
      is_whole: Generated<boolean>;
      part_of: number | null;
      is_part: Generated<boolean>;
    };
    operation_row: {
      operation_id: number;
      record_id: number;
      before: Record<string, unknown>;
      team_before: [userId: number, power: number][] | null;
      lines_before: Record<string, unknown>[] | null;
      version_after: number;
      undo: 'undone' | 'kept' | null;
    };
    operation_move: { operation_id: number; kind: string; row_key: string; former: string; present: string };
  }
}
