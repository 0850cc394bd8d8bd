import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    stored_file: {
      file_id: Generated<number>;
      batch_id: string;
      name: string;
      size: number;
      content_type: string;
      file_type: 'img' | 'file';
      storage_key: string;
      sha256: Buffer;
      create_user_id: number;
      create_time: Generated<string>;
    };
    file_usage: { user_id: number; bytes: Generated<number> };
    file_removal: { storage_key: string; removed_at: Generated<string> };
    file_batch: {
      batch_id: string;
      create_user_id: number;
      create_time: Generated<string>;
      type_code: number | null;
      record_id: number | null;
      shared: Generated<boolean>;
    };
  }
}
export {};
