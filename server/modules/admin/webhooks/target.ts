import { createHmac } from 'node:crypto';
import type { HeardEvent } from '#server/modules/admin/webhooks/record-events.ts';
import { secretName, targetPrefix, webhookIdOf, webhooksOf } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import { outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { statusDetail } from '#server/platform/outbox/status-detail.ts';
import type { OutboxTarget } from '#server/platform/outbox/targets.ts';
import { pingEvent } from '#shared/admin/webhooks/webhook-events.ts';

/** A test is about no record. */
export type Ping = Pick<HeardEvent, 'at' | 'actorId'> & { readonly event: typeof pingEvent };
type Heard = (Pick<HeardEvent, 'event' | 'at' | 'actorId'> | Ping) &
  Partial<Pick<HeardEvent, 'type' | 'recordId' | 'fields'>>;

/** `sha256=` and the HMAC of the time in Unix seconds, a full stop and the body, in hex; the key is the secret as it is told. */
const signature = (secret: string, time: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

/** All webhooks, each a target of its own, so that none waits for another. */
export const webhookTargets: OutboxTarget = {
  name: targetPrefix,
  async prepare({ config }, db, { target, payload, deliveryId }) {
    const id = webhookIdOf(target);
    const [webhook] = await webhooksOf(db, [id]);
    if (!webhook) return { leftOut: 'gone' };
    const { event, type, recordId, at, actorId, fields } = payload as unknown as Heard;
    if (webhook.isOn === 0 && event !== pingEvent) return { leftOut: 'off' };
    const secret = await outsideKey(db, config.dataDir, secretName(id));
    if (secret === undefined) return { leftOut: 'no_key' };
    const actor = await db.selectFrom('app_user').select('realname').where('user_id', '=', actorId).executeTakeFirst();
    const body = JSON.stringify({
      id: deliveryId,
      event,
      type: type ?? null,
      recordId: recordId ?? null,
      at: new Date(at).toISOString(),
      actor: { id: actorId, name: actor?.realname ?? '' },
      fields: fields ?? [],
    });
    // of this attempt: a receiver refuses what is old
    const time = Math.floor(Date.now() / 1000);
    return {
      url: webhook.url,
      body,
      headers: {
        'x-jianye-id': deliveryId,
        'x-jianye-time': String(time),
        'x-jianye-signature': signature(secret, time, body),
      },
    };
  },
  judge: ({ status }) => ({ isDelivered: true, detail: statusDetail(status) }),
};
