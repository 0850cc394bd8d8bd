import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    contacts_business: {
      link_id: Generated<number>;
      contacts_id: number;
      business_id: number;
      create_user_id: number;
      create_time: Generated<string>;
    };
  }
}
