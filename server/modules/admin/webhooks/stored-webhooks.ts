import { sql } from 'kysely';
import '#server/modules/admin/webhooks/tables.ts';
import { outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Webhook } from '#shared/admin/webhooks/webhook-calls.ts';
import type { WebhookEvent } from '#shared/admin/webhooks/webhook-events.ts';

/** A webhook as it is stored; its secret is kept apart. */
export interface StoredWebhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly events: readonly WebhookEvent[];
  readonly isOn: number;
}

const columns = sql`webhook_id as id, name, url, types, events, is_on::int as "isOn"`;

/** Those of these webhooks that there are, in the order of their ids. */
export async function webhooksOf(db: Database, ids: readonly number[]): Promise<StoredWebhook[]> {
  const { rows } = await sql<StoredWebhook>`
    select ${columns} from webhook where webhook_id = any(${[...ids]}::int[]) order by webhook_id`.execute(db);
  return rows;
}

/** The place of a webhook among the targets of the outbox. */
export const targetPrefix = 'webhook ';
export const targetOf = (id: number): string => `${targetPrefix}${id}`;
export const webhookIdOf = (target: string): number => Number(target.slice(targetPrefix.length));

/** The name of a webhook's secret among the keys of all services. */
export const secretName = (id: number): string => `webhook ${id}`;

/** All webhooks by their ids, with what waits for them and what has failed. */
export async function listWebhooks(db: Database, dataDir: string): Promise<Webhook[]> {
  const { rows } = await sql<StoredWebhook & { waiting: number; failed: number }>`
    select ${columns}, coalesce(o.waiting, 0) as waiting, coalesce(o.failed, 0) as failed
    from webhook left join (
      select target, count(*) filter (where state = 0)::int as waiting, count(*) filter (where state = 2)::int as failed
      from outbox where target in (select ${targetPrefix}::text || webhook_id from webhook) group by target
    ) o on o.target = ${targetPrefix}::text || webhook_id order by webhook_id`.execute(db);
  const webhooks: Webhook[] = [];
  for (const { types, events, ...row } of rows) {
    const secret = await outsideKey(db, dataDir, secretName(row.id));
    webhooks.push({ ...row, types: [...types], events: [...events], hasSecret: secret === undefined ? 0 : 1 });
  }
  return webhooks;
}
