import type { Generated } from 'kysely';
import type { ErasureGround } from '#shared/admin/erasure/erasure-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    erasure: {
      erasure_id: Generated<number>;
      user_id: number;
      ground: ErasureGround;
      created_at: Generated<string>;
    };
    erasure_record: {
      erasure_id: number;
      /** 0 for somebody of the staff. */
      type_code: number;
      record_id: number;
      keeps_name: boolean;
    };
  }
}
