import type { Company, PersonName } from '#server/testing/company.ts';
import { messageCalls, type MessageRow } from '#shared/messages/message-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Body = Record<string, unknown>;
type Page = OutputOf<typeof messageCalls.list>;

/** The bell of the people of a company. */
export function bellsOf({ call, people, db }: Company) {
  const data = async (path: string, who: PersonName, body: Body, english = false): Promise<unknown> => {
    const answer = await call(path, body, { as: people[who], ...(english ? { headers: { 'x-language': 'en' } } : {}) });
    if (answer.code !== 0) throw new Error(`${path} answers ${answer.code}: ${answer.msg}`);
    return answer.data;
  };
  const page = async (who: PersonName, body: Body = {}, english = false): Promise<Page> =>
    (await data(messageCalls.list.path, who, body, english)) as Page;
  return {
    page,
    list: async (who: PersonName, body: Body = {}, english = false): Promise<MessageRow[]> =>
      (await page(who, { limit: 100, ...body }, english)).list,
    /** What is unread says, newest first. */
    unread: async (who: PersonName): Promise<string[]> =>
      (await page(who, { limit: 100, isRead: 0 })).list.map(({ title }) => title),
    counts: async (who: PersonName) =>
      (await data(messageCalls.unread.path, who, {})) as OutputOf<typeof messageCalls.unread>,
    code: async (path: string, who: PersonName, body: Body): Promise<number> =>
      (await call(path, body, { as: people[who] })).code,
    readAll: (who: PersonName, body: Body = {}) => data(messageCalls.readAll.path, who, body),
    none: async (): Promise<void> => {
      await db.deleteFrom('message').execute();
    },
  };
}
