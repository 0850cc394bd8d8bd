import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { removeWebhooks, requireFree, webhookKind } from '#server/modules/admin/webhooks/setting-kind.ts';
import { secretName, targetOf, type StoredWebhook } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import type { Ping } from '#server/modules/admin/webhooks/target.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import { keepOutsideKey, outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { requireOutsideAddress } from '#server/platform/outside/outside-client.ts';
import type { Services } from '#server/platform/services.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { recordModules } from '#server/record/registry.ts';
import { pingEvent } from '#shared/admin/webhooks/webhook-events.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type Needed = Pick<Services, 'config'>;

/**
 * Adds a webhook, or changes one; its id. @throws AppError `access.record`, `outside.address`, `webhook.taken`,
 * `webhook.too_many`, `webhook.unknown_type`
 */
export async function saveWebhook(
  { config }: Needed,
  db: Database,
  actor: Actor,
  { id, ...value }: Omit<StoredWebhook, 'id'> & { readonly id?: number | undefined },
): Promise<number> {
  requireOutsideAddress(value.url, config.outsidePrivateHosts);
  const known = new Set<string>(recordModules().map(({ type }) => type.name));
  if (value.types.some((type) => !known.has(type))) throw new AppError('webhook.unknown_type');
  await webhookKind.hold(db);
  if (id !== undefined) await requireWebhook(db, id);
  await requireFree(db, { id, name: value.name });
  const values = {
    name: value.name,
    url: value.url,
    types: [...new Set(value.types)],
    events: [...new Set(value.events)],
    is_on: value.isOn,
  };
  if (id === undefined) {
    const { webhook_id: added } = await db
      .insertInto('webhook')
      .values(values)
      .returning('webhook_id')
      .executeTakeFirstOrThrow();
    await createdRows(db, actor, webhookKind, [added]);
    await log(db, actor, 'webhook.add', added);
    return added;
  }
  await changingRows(db, actor, webhookKind, [id], async () => {
    await db.updateTable('webhook').set(values).where('webhook_id', '=', id).execute();
    await log(db, actor, 'webhook.change', id);
  });
  return id;
}

/** What waits for it leaves no more. @throws AppError `access.record` */
export async function deleteWebhook(db: Database, actor: Actor, id: number): Promise<void> {
  await webhookKind.hold(db);
  await requireWebhook(db, id);
  await changingRows(db, actor, webhookKind, [id], async () => {
    await removeWebhooks(db, [id]);
    await log(db, actor, 'webhook.delete', id);
  });
}

/** Makes a secret, which is told here alone; a former one ends at once. @throws AppError `access.record` */
export async function newSecret({ config }: Needed, db: Database, actor: Actor, id: number): Promise<string> {
  await webhookKind.hold(db);
  await requireWebhook(db, id);
  const secret = randomBytes(32).toString('hex');
  await keepOutsideKey(db, config.dataDir, secretName(id), secret);
  await log(db, actor, 'webhook.new_secret', id);
  return secret;
}

/** Sends a `ping`. @throws AppError `access.record`, `webhook.no_secret` */
export async function testWebhook({ config }: Needed, db: Database, actor: Actor, id: number): Promise<void> {
  await requireWebhook(db, id);
  if ((await outsideKey(db, config.dataDir, secretName(id))) === undefined) throw new AppError('webhook.no_secret');
  const ping: Ping = { event: pingEvent, at: new Date().toISOString(), actorId: actor.userId };
  await enqueue(db, [{ target: targetOf(id), subject: `ping ${randomUUID()}`, payload: { ...ping } }]);
  await log(db, actor, 'webhook.test', id);
}

/** @throws AppError `access.record` */
export async function requireWebhook(db: Database, id: number): Promise<void> {
  const { rows } = await sql`select from webhook where webhook_id = ${id}`.execute(db);
  if (rows.length === 0) throw new AppError('access.record');
}

const log = (db: Database, { userId, address }: Actor, what: string, id: number): Promise<void> =>
  audit(db, { userId, what, subject: String(id), result: 'done', address });
