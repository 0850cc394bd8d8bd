import type { Generated } from 'kysely';
import type { CompanyRow } from '#server/modules/crm/enterprise/company-fields.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    enterprise: CompanyRow & {
      enterprise_id: Generated<number>;
      update_time: Generated<string>;
      search_text: Generated<string>;
    };
  }
}
