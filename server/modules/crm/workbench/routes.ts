import { sql } from 'kysely';
import { route, type Route } from '#server/platform/http/route.ts';
import { rankings, workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { listRecords } from '#server/record/query/list.ts';
import { restricted, scoped } from '#server/record/access/scope.ts';
import { briefOf, followUpKey, listedTypes } from './brief.ts';
import { followUpCounts, followUpsMade } from './follow-ups.ts';
import { madeIn, questionOf } from '#server/platform/access/question.ts';
import { rankingOf } from './ranking.ts';

/** The dashboard of the CRM area (R21.1): figures over what the reader sees. */
export const workbenchRoutes = (): Route[] => [
  route(workbenchCalls.bulletin, async ({ db, actor, input }) => {
    const figures = await briefOf(db, actor, await questionOf(db, actor, input));
    // `customerCount` of `crm_customer`, `recordCount` of the follow-ups
    const keyOf = (key: string) => (key === followUpKey ? 'record' : key.replace(/^crm_/, ''));
    return Object.fromEntries(figures.map(({ key, total }) => [`${keyOf(key)}Count`, total]));
  }),
  route(workbenchCalls.brief, async ({ db, actor, input }) => {
    const question = await questionOf(db, actor, input);
    return { ...question.days, before: question.before, list: await briefOf(db, actor, question) };
  }),
  route(workbenchCalls.bulletinRows, async ({ db, actor, input }) => {
    const type = listedTypes(actor).find(({ code }) => code === input.label);
    if (!type) throw new AppError('workbench.label');
    const made = madeIn(await questionOf(db, actor, input));
    const query = { page: input.page, limit: input.limit };
    if (input.followed === 1) {
      // the right to the list alone reveals no follow-up (security A4)
      const isFollowed =
        can(type, 'followUps') && actor.mayDo(permissionOf(type, 'read'))
          ? sql<boolean>`exists (
            select from follow_up f where f.type_code = ${type.code} and f.types_id = r.${sql.ref(type.idColumn)}
              and f.deleted_at is null and ${made('f')})`
          : sql<boolean>`false`;
      return listRecords(db, actor, type, query, restricted(scoped(actor, type), isFollowed));
    }
    const scope = restricted(scoped(actor, type), made('r'), { hasClosed: true });
    return listRecords(db, actor, type, { ...query, sortField: 'createTime', order: 1 }, scope);
  }),
  route(workbenchCalls.followUpCounts, async ({ db, actor, input }) =>
    followUpCounts(db, actor, await questionOf(db, actor, input)),
  ),
  route(workbenchCalls.followUps, async ({ db, actor, input }) =>
    followUpsMade(db, actor, await questionOf(db, actor, input), input),
  ),
  route(workbenchCalls.ranking, async ({ db, actor, input }) => {
    const ranking = rankings.find(({ kind }) => kind === input.kind);
    if (!ranking) throw new AppError('workbench.kind');
    return rankingOf(db, actor, ranking, await questionOf(db, actor, input));
  }),
];
