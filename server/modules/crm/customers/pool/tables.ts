import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    customer_limit: { setting_id: Generated<number>; type: number; customer_num: number; customer_deal: number };
    customer_limit_user: { type: number; user_id: number; setting_id: number };
    customer_limit_dept: { type: number; dept_id: number; setting_id: number };
    pool_view: { view_id: Generated<number>; customer_id: number; user_id: number; view_time: Generated<string> };
  }
}
