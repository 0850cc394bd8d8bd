import type { HeardEvent } from '#server/modules/admin/webhooks/record-events.ts';
import { listWebhooks, targetOf } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import { typeChoices, typeWords } from '#server/modules/admin/webhooks/type-words.ts';
import {
  deleteWebhook,
  newSecret,
  requireWebhook,
  saveWebhook,
  testWebhook,
} from '#server/modules/admin/webhooks/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { asOutboxRow, listEntries, replayEntries } from '#server/platform/outbox/outbox-list.ts';
import { statusOf } from '#server/platform/outbox/status-detail.ts';
import type { Services } from '#server/platform/services.ts';
import { webhookCalls, type WebhookLogRow } from '#shared/admin/webhooks/webhook-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Programs that hear what happens to records (docs/decisions/webhooks.md). */
export const webhookRoutes = (services: Services): Route[] => [
  route(webhookCalls.list, async ({ db, actor }) => ({
    list: await listWebhooks(db, services.config.dataDir),
    types: typeChoices(actor.language),
  })),
  route(webhookCalls.save, async ({ db, actor, input }) => ({ id: await saveWebhook(services, db, actor, input) })),
  route(webhookCalls.remove, async ({ db, actor, input }) => {
    await deleteWebhook(db, actor, input.id);
    return null;
  }),
  route(webhookCalls.newSecret, async ({ db, actor, input }) => ({
    secret: await newSecret(services, db, actor, input.id),
  })),
  route(webhookCalls.test, async ({ db, actor, input }) => {
    await testWebhook(services, db, actor, input.id);
    return null;
  }),
  route(webhookCalls.log, async ({ db, actor, input: { id, page, limit, state } }) => {
    await requireWebhook(db, id);
    const asked = { targets: [targetOf(id)], state };
    const { entries, total } = await listEntries(db, asked, { limit, offset: (page - 1) * limit });
    const rows = entries.map((entry): WebhookLogRow => {
      const { event, type, recordId } = entry.payload as unknown as Partial<HeardEvent> & Pick<WebhookLogRow, 'event'>;
      return {
        // its status is a column of its own
        ...asOutboxRow({ ...entry, detail: '' }, actor.language),
        event,
        typeName: type === undefined ? '' : typeWords(type, actor.language),
        recordId: recordId ?? null,
        status: statusOf(entry.detail),
      };
    });
    return pageAnswer(rows, total, page, limit);
  }),
  route(webhookCalls.replay, async ({ db, actor, input: { id, ids } }) => {
    await requireWebhook(db, id);
    await replayEntries(db, actor, { targets: [targetOf(id)], ids, refusal: 'webhook.waiting' });
    return null;
  }),
];
