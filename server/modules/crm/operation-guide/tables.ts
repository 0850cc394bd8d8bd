import type { Generated } from 'kysely';
import type { GuideUse } from '#shared/crm/operation-guide/guide-reader-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    guide_item: {
      item_id: Generated<number>;
      title: string;
      module: number;
      case_type: number | null;
      tags: Generated<string[]>;
      cover_file_id: number | null;
      file_id: number | null;
      url: Generated<string>;
      sort: number;
      status: Generated<number>;
      create_user_id: number;
      create_time: Generated<string>;
      update_user_id: number;
      update_time: Generated<string>;
    };
    guide_use: {
      item_id: number;
      user_id: number;
      kind: GuideUse;
      day: Generated<string>;
      times: Generated<number>;
      last_time: Generated<string>;
    };
  }
}
export {};
