import { sql } from 'kysely';
import { secretName, webhooksOf, type StoredWebhook } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import { typeWords } from '#server/modules/admin/webhooks/type-words.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import { mostWebhooks } from '#shared/admin/webhooks/webhook-events.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Webhooks, without their secrets: one that is deleted forgets it, and comes back without. */
export const webhookKind = settingRows<StoredWebhook>({
  name: 'webhook',
  title: 'page.webhooks',
  access: ['manage:system:update'],
  read: webhooksOf,
  put: putWebhooks,
  remove: removeWebhooks,
  linesOf,
});

export async function removeWebhooks(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from webhook where webhook_id = any(${[...ids]}::int[])`.execute(db);
  await sql`delete from outside_key where name = any(${ids.map(secretName)}::text[])`.execute(db);
}

/** @throws AppError `webhook.taken`, `webhook.too_many` where others have been made since */
async function putWebhooks(db: Database, webhooks: readonly StoredWebhook[]): Promise<void> {
  for (const webhook of webhooks) {
    await requireFree(db, webhook);
    await sql`
      insert into webhook (webhook_id, name, url, types, events, is_on)
      values (${webhook.id}, ${webhook.name}, ${webhook.url}, ${[...webhook.types]}::text[], ${[...webhook.events]}::text[],
        ${webhook.isOn})
      on conflict (webhook_id) do update set (name, url, types, events, is_on) =
        row(excluded.name, excluded.url, excluded.types, excluded.events, excluded.is_on)`.execute(db);
  }
}

/** Whether there is room for a webhook of this name. @throws AppError `webhook.taken`, `webhook.too_many` */
export async function requireFree(
  db: Database,
  { id = 0, name }: { readonly id?: number | undefined; readonly name: string },
): Promise<void> {
  const { rows: others } = await sql<{ name: string }>`select name from webhook where webhook_id <> ${id}`.execute(db);
  if (others.some((other) => other.name === name)) throw new AppError('webhook.taken', { name });
  if (others.length >= mostWebhooks) throw new AppError('webhook.too_many', { most: mostWebhooks });
}

/** A line for each part of a webhook. */
function linesOf(_db: Database, webhooks: readonly StoredWebhook[], language: Language): Lines {
  const comma = translate(language, 'rights.comma');
  return new Map(
    webhooks.flatMap(({ name, url, types, events, isOn }) => [
      [translate(language, 'webhook.name'), name] as const,
      [translate(language, 'messaging.url'), url] as const,
      [translate(language, 'webhook.types'), types.map((type) => typeWords(type, language)).join(comma)] as const,
      [
        translate(language, 'webhook.events'),
        events.map((event) => translate(language, `webhook.event_${event}`)).join(comma),
      ] as const,
      [
        translate(language, 'messaging.is_on'),
        translate(language, isOn === 1 ? 'messaging.on' : 'messaging.off'),
      ] as const,
    ]),
  );
}
