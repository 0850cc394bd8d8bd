import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    document_template: {
      template_id: Generated<number>;
      type_code: number;
      name: string;
      purpose: string;
      is_default: boolean;
      version: Generated<number>;
      update_user_id: number;
      update_time: Generated<string>;
    };
    document_template_version: {
      template_id: number;
      version: number;
      content: unknown;
      create_user_id: number;
      create_time: Generated<string>;
    };
  }
}
