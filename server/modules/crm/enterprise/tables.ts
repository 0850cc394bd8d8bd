import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    enterprise: {
      enterprise_id: Generated<number>;
      name: string;
      credit_code: string;
      legal_person: string;
      registered_capital: string;
      paid_capital: string;
      status: string;
      nature_code: number;
      headcount: string;
      industry: string;
      region: string;
      address: string;
      phone: string;
      email: string;
      website: string;
      founded_date: string | null;
      update_time: Generated<string>;
      search_text: Generated<string>;
    };
  }
}
