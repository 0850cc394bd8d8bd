import { route, type Route } from '#server/platform/http/route.ts';
import { messageCalls } from '#shared/messages/message-calls.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { typesOff } from '#server/record/access/applications.ts';
import { clearRead, markAllRead, markRead, removeMessage } from './marks.ts';
import { messageRows } from './message-rows.ts';
import { knownLabels } from './message-type.ts';
import { countByLabel, newestMessages } from './newest.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

const { task, journal, approval, notice, schedule, crm } = messageLabels;

/** The caller's messages. */
export const messageRoutes = (): Route[] => [
  route(messageCalls.list, async ({ db, actor, input: { page, limit, ...asked } }) => {
    const wanted = { ...asked, without: typesOff(actor) };
    const offset = wanted.before === undefined ? (page - 1) * limit : 0;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const stored = await newestMessages(db, actor.userId, wanted, { limit: limit + 1, offset });
    const counts = await countByLabel(db, actor.userId, wanted);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const list = await messageRows(db, actor, stored.slice(0, limit));
    return { ...pageAnswer(list, total, page, limit), lastPage: stored.length <= limit };
  }),
  route(messageCalls.unread, async ({ db, actor }) => {
    const counts = await countByLabel(db, actor.userId, { isRead: 0, without: typesOff(actor) });
    const of = (label: number) => counts.get(label) ?? 0;
    return {
      allCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
      announceCount: of(notice),
      examineCount: of(approval),
      taskCount: of(task),
      logCount: of(journal),
      crmCount: of(crm),
      eventCount: of(schedule),
      labels: knownLabels(),
    };
  }),
  route(messageCalls.read, async ({ db, actor, input }) => {
    await markRead(db, actor, input.messageId);
    return null;
  }),
  route(messageCalls.readAll, async ({ db, actor, input }) => ({ count: await markAllRead(db, actor, input.label) })),
  route(messageCalls.clear, async ({ db, actor, input }) => ({ count: await clearRead(db, actor, input.label) })),
  route(messageCalls.remove, async ({ db, actor, input }) => {
    await removeMessage(db, actor, input.messageId);
    return null;
  }),
];
