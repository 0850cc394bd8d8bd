import { sql } from 'kysely';
import { isBlacklisted } from '#server/modules/crm/sms-blacklist/api.ts';
import {
  addressOf,
  channelKey,
  channelSetting,
  requireWhole,
  type ChannelSetting,
} from '#server/modules/crm/messaging-services/channel-settings.ts';
import { nounOf } from '#server/messages/message-rows.ts';
import { messageTypeOf } from '#server/messages/message-type.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import type { OutboxEntry, OutboxTarget, Verdict } from '#server/platform/outbox/targets.ts';
import type { Accepted } from '#server/platform/outside/exchange.ts';
import type { Services } from '#server/platform/services.ts';
import { recordModules } from '#server/record/registry.ts';
import {
  channels,
  fillPlaces,
  fillRequest,
  isPersonal,
  type Channel,
} from '#shared/crm/messaging-services/channels.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';
import { storedMobile } from '#shared/record/written-phone.ts';

/** The name of a channel among the targets of the outbox. */
export const targetPrefix = 'channel ';
export const targetOf = (channel: Channel): string => `${targetPrefix}${channel}`;
export const channelOf = (target: string): Channel => target.slice(targetPrefix.length) as Channel;
export const channelTargetNames = channels.map(targetOf);

/** What an entry says: `userId` is for whom, `messageId` the message, absent in a test. */
interface Payload {
  readonly userId: number;
  readonly messageId?: number;
}

/** A robot counts its messages per minute: over that it may take them later. */
const robotIsBusy = new Set([45_009, 130_101, 660_026]);

export const channelTargets: readonly OutboxTarget[] = channels.map((channel) => ({
  name: targetOf(channel),
  prepare: (services, db, entry) => prepare(services, db, channel, entry),
  judge,
}));

/** Robots and most services say in JSON whether they took a message. */
function judge({ text }: Accepted): Verdict {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { isDelivered: true, detail: '' };
  }
  if (typeof said !== 'object' || said === null) return { isDelivered: true, detail: '' };
  const { errcode, code = errcode, errmsg, message = errmsg, msg = message } = said as Record<string, unknown>;
  const isFine = code === undefined || [0, 200, '0', '200', 'OK', 'ok'].includes(code as string | number);
  if (isFine) return { isDelivered: true, detail: '' };
  const words = [code, msg].filter((part) => typeof part === 'string' || typeof part === 'number');
  return { isDelivered: false, isTransient: robotIsBusy.has(Number(code)), detail: words.join(' ') };
}

async function prepare(services: Services, db: Database, channel: Channel, { payload, deliveryId }: OutboxEntry) {
  const { userId, messageId } = payload as unknown as Payload;
  const setting = await channelSetting(db, channel);
  if (!setting || (setting.isOn === 0 && messageId !== undefined)) return { leftOut: 'off' } as const;
  const key = await outsideKey(db, services.config.dataDir, channelKey(channel));
  try {
    requireWhole(channel, setting, key !== undefined);
  } catch {
    return { leftOut: 'no_key' } as const;
  }
  const person = await db
    .selectFrom('app_user')
    .select(['realname', 'mobile', 'email', 'language', 'status'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!person || person.status === 0) return { leftOut: 'gone' } as const;
  const message = messageId === undefined ? null : await openMessage(db, messageId);
  if (message && 'leftOut' in message) return message;
  const title = message ? sentenceOf(message, person.language) : translate(person.language, 'messaging.test_words');
  const content = contentOf(setting, person, title, services.config.publicUrl ?? '');
  const values = { content, subject: title, key: key ?? '', id: deliveryId };
  if (!isPersonal(channel)) return robotRequest(channel, setting, content, key ?? '');
  const authorization =
    key === undefined || setting.request.includes('{key}') ? {} : { authorization: `Bearer ${key}` };
  const request = { url: setting.url, headers: authorization };
  if (channel === 'email')
    return person.email === ''
      ? ({ leftOut: 'no_address' } as const)
      : { ...request, body: fillRequest(setting.request, { ...values, email: person.email }) };
  const mobile = storedMobile(person.mobile);
  if (!mobile) return { leftOut: 'no_number' } as const;
  if (await isBlacklisted(db, mobile, businessOf(message?.label))) return { leftOut: 'blacklisted' } as const;
  return { ...request, body: fillRequest(setting.request, { ...values, phone: mobile.phone }) };
}

function robotRequest(channel: Channel, setting: ChannelSetting, content: string, key: string) {
  const url = new URL(addressOf(channel, setting));
  url.searchParams.set(channel === 'wecom' ? 'key' : 'access_token', key);
  return { url: url.href, body: JSON.stringify({ msgtype: 'text', text: { content } }) };
}

interface OpenMessage {
  readonly type: number;
  readonly label: number;
  readonly kind: string;
  readonly causer: string | null;
  readonly details: { readonly values?: Readonly<Record<string, string | number>>; readonly count?: number };
  readonly isMany: boolean;
}

/** A message that its reader has neither done with nor lost. */
async function openMessage(
  db: Database,
  messageId: number,
): Promise<OpenMessage | { readonly leftOut: 'settled' | 'gone' }> {
  const { rows } = await sql<
    Omit<OpenMessage, 'kind'> & {
      code: number | null;
      isOver: boolean;
      details: OpenMessage['details'] & { kind?: string };
    }
  >`
    select m.type::int, m.label::int, m.type_code::int as code, m.details, u.realname as causer, m.record_id is null as "isMany",
      m.settled_at is not null or m.deleted_at is not null or m.read_at is not null as "isOver"
    from message m left join app_user u on u.user_id = m.caused_by where m.message_id = ${messageId}`.execute(db);
  const [row] = rows;
  if (!row) return { leftOut: 'gone' };
  if (row.isOver) return { leftOut: 'settled' };
  const named = recordModules().find(({ type }) => type.code === row.code)?.type.name;
  return { ...row, kind: named ?? row.details.kind ?? '' };
}

/** The sentence of a message without the name of its record, which is for those alone who open it after a login. */
function sentenceOf({ type: number, kind, causer, details, isMany }: OpenMessage, language: Language): string {
  const type = messageTypeOf(number);
  const text = (isMany ? type?.textOfMany : undefined) ?? type?.text ?? 'message.unknown';
  return translate(language, text, {
    ...details.values,
    name: causer ?? translate(language, 'message.system'),
    noun: kind === '' ? '' : nounOf(language, translate(language, kind as MessageKey)),
    title: '…',
    count: details.count ?? 1,
  });
}

function contentOf(
  { words }: ChannelSetting,
  { realname, language }: { readonly realname: string; readonly language: Language },
  title: string,
  link: string,
): string {
  if (words !== '') return fillPlaces(words, { name: realname, title, link });
  return [translate(language, 'messaging.standard_words', { name: realname, title }), link].filter(Boolean).join(' ');
}

/** Messages about customers are follow-ups in the words of the list; others are blocked by entries for everything alone. */
const businessOf = (label: number | undefined): string => (label === messageLabels.crm ? 'follow_up' : '');
