import type { Generated } from 'kysely';
import type { ArchiveReason, ArchiveState } from '#shared/admin/archive/archive-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    company_archive: {
      archive_id: Generated<number>;
      user_id: number;
      created_at: Generated<string>;
      taken_at: string | null;
      finished_at: string | null;
      state: Generated<ArchiveState>;
      total: Generated<number>;
      done: Generated<number>;
      row_count: Generated<number>;
      file_count: Generated<number>;
      missing: Generated<number>;
      bytes: Generated<number>;
      sha256: Buffer | null;
      file_name: Generated<string>;
      reason: Generated<ArchiveReason | ''>;
    };
  }
}
