import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    sms_blacklist: {
      sms_blacklist_id: Generated<number>;
      area_code: string;
      phone: string;
      /** None means all. */
      business_keys: Generated<string[]>;
      enable_flag: Generated<number>;
      remark: Generated<string>;
      create_user_id: number;
      create_time: Generated<string>;
    };
  }
}
export {};
