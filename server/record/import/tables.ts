import type { Generated } from 'kysely';
import type { ImportState } from '#shared/record/calls/import-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    import_task: {
      import_id: Generated<number>;
      type_code: number;
      user_id: number;
      /** Null once the sheet was removed because it named a person who was erased. */
      file_id: number | null;
      file_name: string;
      status: Generated<ImportState>;
      mapping: unknown;
      /** Plain headings of the first sheet with the names of their columns, '' for those passed over. */
      headings: Generated<unknown>;
      header_row: number;
      repeat_handling: number;
      owner_user_id: number | null;
      row_limit: number;
      next_row: Generated<number>;
      total_rows: Generated<number>;
      created_rows: Generated<number>;
      updated_rows: Generated<number>;
      skipped_rows: Generated<number>;
      failed_rows: Generated<number>;
      undone_rows: Generated<number>;
      kept_rows: Generated<number>;
      error_code: string | null;
      error_params: Generated<unknown>;
      create_time: Generated<string>;
      finish_time: string | null;
    };
    import_row: {
      import_id: number;
      row_number: number;
      result: 'created' | 'updated' | 'skipped' | 'failed';
      record_id: number | null;
      before: unknown;
      version_after: number | null;
      code: string | null;
      params: unknown;
      column_name: string | null;
      /** What else is wrong with the row: `RowProblem` each; null for nothing. */
      further: unknown;
      cells: unknown;
      undo: string | null;
      /** The other rows of the same document, where nothing else is to be said of them. */
      further_rows: number[] | null;
    };
  }
}
export {};
