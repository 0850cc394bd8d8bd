import type { Generated } from 'kysely';
import type { Reset } from '#shared/record/sequence/pattern.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    record_sequence: {
      field_id: number;
      pattern: string;
      reset: Reset;
      per: string;
      update_time: Generated<string>;
    };
    sequence_counter: { field_id: number; period: string; scope_key: string; last: number };
  }
}
