import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { registrySource, serviceSearch } from '#server/modules/crm/enterprise/api.ts';
import {
  channelKey,
  channelSetting,
  channelSettings,
  requireWhole,
  saveChannel,
  typeName,
} from '#server/modules/crm/messaging-services/channel-settings.ts';
import { channelOf, channelTargetNames, targetOf } from '#server/modules/crm/messaging-services/channel-targets.ts';
import { questionsLeft, registryService } from '#server/modules/crm/messaging-services/registry-setting.ts';
import { generalTypes } from '#server/messages/message-type.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import { asOutboxRow, dropEntries, listEntries, repeatEntries } from '#server/platform/outbox/outbox-list.ts';
import { outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { channels } from '#shared/crm/messaging-services/channels.ts';
import { messagingCalls, type UseRow } from '#shared/crm/messaging-services/messaging-calls.ts';
import { enterpriseStatus } from '#shared/crm/enterprise/enterprise.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer, type Slice } from '#shared/wire/values.ts';

/** Services outside that tell about companies and carry messages, and what has left by them (docs/decisions/outbox.md). */
export const messagingRoutes = (services: Services): Route[] => [
  route(messagingCalls.settings, async ({ db, actor }) => {
    const { dataDir } = services.config;
    const registry = await registryService.read(db);
    const stored = await channelSettings(db);
    const keyed = new Set<string>();
    for (const name of [registryService.name, ...channels.map(channelKey)])
      if ((await outsideKey(db, dataDir, name)) !== undefined) keyed.add(name);
    return {
      registry: {
        source: await registrySource(services, db),
        isOn: registry?.isOn ?? 0,
        url: registry?.url ?? '',
        hasKey: keyed.has(registryService.name) ? 1 : 0,
        remaining: await questionsLeft(db),
      },
      channels: channels.flatMap((channel) => {
        const setting = stored.find((one) => one.channel === channel);
        return setting
          ? [{ ...setting, types: [...setting.types], hasKey: keyed.has(channelKey(channel)) ? 1 : 0 }]
          : [];
      }),
      types: generalTypes().map((type) => ({ type: type.number, name: typeName(type, actor.language) })),
    };
  }),
  route(messagingCalls.saveRegistry, async ({ db, actor, input: { url = '', ...input } }) => {
    await registryService.save(services, db, actor, { ...input, url });
    return null;
  }),
  route(messagingCalls.testRegistry, async ({ db, actor, signal }) => {
    const { url } = (await registryService.read(db)) ?? { url: '' };
    const say = (isAnswered: 0 | 1, message: string) => ({ isAnswered, message });
    if (url === '') return say(0, translate(actor.language, 'messaging.incomplete'));
    const key = (await registryService.key(db, services.config.dataDir)) ?? '';
    try {
      const service = serviceSearch(key, {
        baseUrl: url,
        privateHosts: services.config.outsidePrivateHosts,
        log: services.log,
        limits: { retries: 0 },
      });
      const { status, message, total } = await service.search(
        translate('cn', 'messaging.tried_name'),
        { pageSize: 1, pageIndex: 1 },
        signal,
      );
      return status === enterpriseStatus.ok
        ? say(1, translate(actor.language, 'messaging.answered', { count: total }))
        : say(0, message || translate(actor.language, 'enterprise.no_answer'));
    } catch (error) {
      services.log.warn({ err: error }, 'the test of the company registry failed');
      return say(0, translate(actor.language, 'enterprise.down'));
    }
  }),
  route(messagingCalls.saveChannel, async ({ db, actor, input: { url = '', request = '', words = '', ...input } }) => {
    await saveChannel(services, db, actor, { ...input, url, request, words });
    return null;
  }),
  route(messagingCalls.testChannel, async ({ db, actor: { userId, address }, input: { channel } }) => {
    const setting = await channelSetting(db, channel);
    if (!setting) throw new AppError('messaging.incomplete');
    requireWhole(channel, setting, (await outsideKey(db, services.config.dataDir, channelKey(channel))) !== undefined);
    await enqueue(db, [{ target: targetOf(channel), subject: `test ${randomUUID()}`, payload: { userId } }]);
    await audit(db, { userId, what: 'outside.test', subject: channel, result: 'done', address });
    return null;
  }),
  route(messagingCalls.uses, async ({ db, input: { page, limit, search } }) => {
    const { rows, total } = await usesOf(db, search, { limit, offset: (page - 1) * limit });
    return pageAnswer(rows, total, page, limit);
  }),
  route(messagingCalls.sent, async ({ db, actor, input: { page, limit, state, channel } }) => {
    const chosen = channels.find((one) => one === channel);
    const targets = chosen === undefined ? channelTargetNames : [targetOf(chosen)];
    const { entries, total } = await listEntries(db, { targets, state }, { limit, offset: (page - 1) * limit });
    const names = await directoryOf(db, actor.rights.version);
    const rows = entries.map((entry) => ({
      ...asOutboxRow(entry, actor.language),
      channel: channelOf(entry.target),
      userName: names.user(Number(entry.payload['userId'])) ?? '',
      isTest: entry.payload['messageId'] === undefined ? 1 : 0,
    }));
    return pageAnswer(rows, total, page, limit);
  }),
  route(messagingCalls.repeat, async ({ db, actor, input }) => {
    await repeatEntries(db, actor, channelTargetNames, input.ids);
    return null;
  }),
  route(messagingCalls.drop, async ({ db, actor, input }) => {
    await dropEntries(db, actor, channelTargetNames, input.ids);
    return null;
  }),
];

/** Who asked the registry, the newest first; `search` is a part of a name or of what was asked for. */
async function usesOf(
  db: Database,
  search: string | undefined,
  { limit, offset }: Slice,
): Promise<{ rows: UseRow[]; total: number }> {
  const pattern = search === undefined ? null : holding(search);
  const found = sql`from enterprise_use e join app_user u on u.user_id = e.user_id
    where (${pattern}::text is null or u.realname ilike ${pattern} or e.asked_for ilike ${pattern})`;
  const { rows } = await sql<UseRow>`
    select e.use_id as id, u.realname as "userName", e.asked_for as "askedFor", e.is_answered::int as "isAnswered",
      e.use_time as "useTime" ${found} order by e.use_time desc, e.use_id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Days for which it is kept who asked the registry. */
const useDays = 180;
export async function sweepUses(db: Database): Promise<void> {
  await sql`delete from enterprise_use where use_time < now() - make_interval(days => ${useDays})`.execute(db);
}
