import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    duty_turn: { day: string; user_id: number | null; place: Generated<number>; given: Generated<number> };
    duty_lead: {
      duty_lead_id: Generated<number>;
      leads_id: number;
      user_id: number;
      given_by: number;
      operation_id: number;
      create_time: Generated<string>;
    };
  }
}
export {};
