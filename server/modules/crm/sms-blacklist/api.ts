import { sql } from 'kysely';
import '#server/modules/crm/sms-blacklist/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

interface Addressee {
  readonly areaCode: string;
  readonly phone: string;
}

/** Whether no text message of a kind may go to a number; '' is a kind that only entries for everything block. */
export async function isBlacklisted(db: Database, { areaCode, phone }: Addressee, business: string): Promise<boolean> {
  const { rows } = await sql`
    select from sms_blacklist where phone = ${phone} and area_code = ${areaCode} and enable_flag = 1
      and (business_keys = '{}' or ${business} = any(business_keys))`.execute(db);
  return rows.length > 0;
}
