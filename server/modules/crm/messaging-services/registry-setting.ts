import { sql } from 'kysely';
import '#server/modules/crm/messaging-services/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { outsideService } from '#server/platform/outbox/service-setting.ts';

/** The service that tells about companies, as the page sets it. */
export const registryService = outsideService('company_registry', 'messaging.registry', ['manage:crm:enterpriseInfo']);

/** Questions left, as a service said last; null where none has. */
export async function questionsLeft(db: Database): Promise<number | null> {
  const { rows } = await sql<{ remaining: number }>`
    select remaining from enterprise_use where remaining is not null order by use_time desc, use_id desc limit 1`.execute(
    db,
  );
  return rows[0]?.remaining ?? null;
}
