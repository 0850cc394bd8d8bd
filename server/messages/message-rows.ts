import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import { titlesBySubject } from '#server/record/follow-ups/subjects.ts';
import { recordModules } from '#server/record/registry.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { MessageRow } from '#shared/messages/message-calls.ts';
import { messageTypeOf } from './message-type.ts';
import type { StoredMessage } from './newest.ts';

/**
 * Messages as their reader gets them: in the reader's language, with the name of the record and what was said of it as
 * long as the reader may read it (security A8).
 */
export async function messageRows(db: Database, actor: Actor, stored: readonly StoredMessage[]): Promise<MessageRow[]> {
  const subjects = stored.flatMap(({ type_code, record_id }) =>
    type_code === null || record_id === null ? [] : [{ type_code, types_id: record_id }],
  );
  const titles = await titlesBySubject(db, actor, subjects);
  const names = await directoryOf(db, actor.rights.version);
  const causers = stored.flatMap(({ caused_by: userId }) => (userId === null ? [] : [userId]));
  const picture = await picturesOf(db, actor, causers);
  const say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) =>
    translate(actor.language, key, values);
  const nameOf = (userId: number | null) => (userId === null ? say('message.system') : (names.user(userId) ?? ''));
  const typeNames = new Map(recordModules().map(({ type }) => [type.code, type.name]));

  return stored.map((message) => {
    const { type_code: code, record_id: id, caused_by: causedBy, details, settled_as: as } = message;
    const type = messageTypeOf(message.type);
    const recordTitle = code === null || id === null ? undefined : titles(code, id);
    const isClosed = id !== null && recordTitle === undefined;
    const types = code === null ? (details.kind ?? '') : (typeNames.get(code) ?? '');
    const text = (id === null ? type?.textOfMany : undefined) ?? type?.text ?? 'message.unknown';
    return {
      messageId: message.message_id,
      title: say(text, {
        ...details.values,
        name: nameOf(causedBy),
        noun: types === '' ? '' : nounOf(actor.language, say(types as MessageKey)),
        title: recordTitle ?? say('message.closed_record'),
        count: details.count ?? 1,
      }),
      content: isClosed ? '' : (details.remarks ?? ''),
      label: message.label,
      type: message.type,
      icon: type?.icon ?? 'notice',
      types: isClosed ? '' : types,
      typeId: isClosed || id === null ? 0 : id,
      typesName: recordTitle ?? '',
      link: isClosed ? '' : (type?.leadsTo?.replace('{id}', String(id ?? 0)) ?? ''),
      createUser: causedBy ?? 0,
      realname: nameOf(causedBy),
      userImg: causedBy === null ? '' : picture(causedBy),
      createTime: message.created_at,
      isRead: message.read_at === null ? 0 : 1,
      readTime: message.read_at ?? '',
      settled: as !== null && isMessageKey(as) ? settledText(message, as) : '',
    };
  });

  function settledText({ settled_by: by }: StoredMessage, as: MessageKey): string {
    if (by === actor.userId) return say('message.settled_by_you');
    return by === null ? say('message.settled_alone') : say(as, { name: nameOf(by) });
  }
}

/** The name of a type within a sentence. */
export const nounOf = (language: Language, name: string): string => (language === 'en' ? name.toLowerCase() : name);
