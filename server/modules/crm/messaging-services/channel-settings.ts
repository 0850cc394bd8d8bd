import { sql } from 'kysely';
import '#server/modules/crm/messaging-services/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { isSameService } from '#server/platform/outbox/service-setting.ts';
import { keepOutsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { requireOutsideAddress } from '#server/platform/outside/outside-client.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import type { Services } from '#server/platform/services.ts';
import { generalTypes, messageTypeOf, type MessageType } from '#server/messages/message-type.ts';
import {
  isJsonObject,
  isPersonal,
  neededPlaces,
  placesIn,
  requestPlaces,
  robotAddresses,
  wordPlaces,
  writtenPlaces,
  type Channel,
} from '#shared/crm/messaging-services/channels.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** How messages leave by a channel; its key is kept apart. */
export interface ChannelSetting {
  readonly isOn: number;
  readonly url: string;
  readonly request: string;
  readonly words: string;
  readonly types: readonly number[];
}

const columns = sql`channel, is_on::int as "isOn", url, request, words, types`;

export async function channelSettings(db: Database): Promise<(ChannelSetting & { readonly channel: Channel })[]> {
  const { rows } = await sql<ChannelSetting & { readonly channel: Channel }>`
    select ${columns} from message_channel`.execute(db);
  return rows;
}

export async function channelSetting(db: Database, channel: string): Promise<ChannelSetting | null> {
  const { rows } = await sql<ChannelSetting & { channel: Channel }>`
    select ${columns} from message_channel where channel = ${channel}`.execute(db);
  const [row] = rows;
  return row ? { isOn: row.isOn, url: row.url, request: row.request, words: row.words, types: row.types } : null;
}

/** The name of a channel's key among those of all services. */
export const channelKey = (channel: string): string => `channel ${channel}`;

/** Where a channel leads. */
export const addressOf = (channel: Channel, { url }: Pick<ChannelSetting, 'url'>): string =>
  url === '' ? robotAddresses[channel] : url;

/** What people call a type of messages: its sentence without names, which are places in braces. */
export const typeName = (type: MessageType, language: Language): string =>
  translate(language, type.text).replace(/\{\w+\}/g, '…');

/** Changes of channels, without their keys. A channel that goes back to another service forgets the key. */
export const channelKind: SettingKind<ChannelSetting> = {
  name: 'message_channel',
  title: 'messaging.channels',
  access: ['manage:crm:enterpriseInfo'],
  read: channelSetting,
  async write(db, _actor, channel, value) {
    const before = await channelSetting(db, channel);
    if (!before || !value) throw new AppError('access.record');
    if (!isSameService(addressOf(channel as Channel, before), addressOf(channel as Channel, value)))
      await db.deleteFrom('outside_key').where('name', '=', channelKey(channel)).execute();
    await put(db, channel, value);
  },
  nameOf: (_db, channel, language) => Promise.resolve(translate(language, `messaging.channel_${channel as Channel}`)),
  linesOf: (_db, { isOn, url, request, words, types }, language) =>
    new Map([
      [translate(language, 'messaging.is_on'), translate(language, isOn === 1 ? 'messaging.on' : 'messaging.off')],
      [translate(language, 'messaging.url'), url],
      [translate(language, 'messaging.request'), request],
      [translate(language, 'messaging.words'), words],
      [
        translate(language, 'messaging.types'),
        types
          .flatMap((number) => messageTypeOf(number) ?? [])
          .map((type) => typeName(type, language))
          .join(translate(language, 'rights.comma')),
      ],
    ]),
};

async function put(db: Database, channel: string, { isOn, url, request, words, types }: ChannelSetting): Promise<void> {
  await sql`update message_channel set is_on = ${isOn}, url = ${url}, request = ${request}, words = ${words},
    types = ${[...types]}::int[] where channel = ${channel}`.execute(db);
}

/**
 * Sets a channel; without a key the former stays. @throws AppError `outside.…` and `messaging.…` for what cannot be sent so
 */
export async function saveChannel(
  { config }: Pick<Services, 'config'>,
  db: Database,
  actor: Actor,
  { channel, key, ...value }: ChannelSetting & { readonly channel: Channel; readonly key?: string | undefined },
): Promise<void> {
  const { language } = actor;
  if (value.url !== '') requireOutsideAddress(value.url, config.outsidePrivateHosts);
  checkPlaces(value.words, wordPlaces, [], translate(language, 'messaging.words'));
  if (isPersonal(channel) && value.request !== '') {
    if (!isJsonObject(value.request)) throw new AppError('messaging.request_json');
    checkPlaces(value.request, requestPlaces[channel], neededPlaces(channel), translate(language, 'messaging.request'));
  }
  const known = new Set(generalTypes().map(({ number }) => number));
  if (value.types.some((number) => !known.has(number))) throw new AppError('messaging.types');
  await changing(db, actor, channelKind, channel, async () => {
    const before = await channelSetting(db, channel);
    const hasKey = await db
      .selectFrom('outside_key')
      .select('name')
      .where('name', '=', channelKey(channel))
      .executeTakeFirst();
    const isSame = before !== null && isSameService(addressOf(channel, before), addressOf(channel, value));
    if (hasKey && key === undefined && !isSame) throw new AppError('outside.key_again');
    if (value.isOn === 1) requireWhole(channel, value, key !== undefined || hasKey !== undefined);
    await put(db, channel, value);
    if (key !== undefined) await keepOutsideKey(db, config.dataDir, channelKey(channel), key);
    await audit(db, {
      userId: actor.userId,
      what: key === undefined ? 'messaging.channel' : 'messaging.channel_key',
      subject: channel,
      result: 'done',
      address: actor.address,
    });
  });
}

/** What a channel needs before anything can leave by it. @throws AppError `messaging.incomplete` */
export function requireWhole(channel: Channel, { url, request }: ChannelSetting, hasKey: boolean): void {
  const isWhole = isPersonal(channel) ? url !== '' && request !== '' : hasKey;
  if (!isWhole) throw new AppError('messaging.incomplete');
}

function checkPlaces(text: string, allowed: readonly string[], needed: readonly string[], name: string): void {
  const used = placesIn(text);
  const unknown = used.find((place) => !allowed.includes(place));
  if (unknown !== undefined)
    throw new AppError('messaging.place_unknown', {
      name,
      place: writtenPlaces([unknown]),
      places: writtenPlaces(allowed),
    });
  const missing = needed.find((place) => !used.includes(place));
  if (missing !== undefined) throw new AppError('messaging.place_missing', { name, place: writtenPlaces([missing]) });
}
