import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    public_course_map: {
      course_map_id: Generated<number>;
      region_code: number;
      promotion_org_id: number | null;
      user_ids: Generated<number[]>;
      remark: Generated<string>;
      create_user_id: number;
      create_time: Generated<string>;
      update_time: Generated<string>;
    };
  }
}
export {};
