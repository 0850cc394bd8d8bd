declare module '#server/platform/database/tables.ts' {
  interface Tables {
    formula_recompute: {
      type_code: number;
      last_id: number;
      done_rows: number;
      /** Counted with the first chunk. */
      total_rows: number | null;
      request_time: string;
      finish_time: string | null;
    };
  }
}
export {};
