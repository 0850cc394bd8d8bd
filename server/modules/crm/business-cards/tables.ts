import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    business_card_type: { type_id: number; name: string; english_name: string };
    business_card: {
      card_id: Generated<number>;
      type_id: number;
      user_id: number;
      name: string;
      post: Generated<string>;
      company: Generated<string>;
      dept_name: Generated<string>;
      mobile: Generated<string>;
      email: Generated<string>;
      address: Generated<string>;
      introduction: Generated<string>;
      photo_file_id: number | null;
      status: Generated<number>;
      create_user_id: number;
      create_time: Generated<string>;
    };
  }
}
export {};
