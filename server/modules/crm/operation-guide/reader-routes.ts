import { sql } from 'kysely';
import { asSent, listItems } from '#server/modules/crm/operation-guide/guide-items.ts';
import { countUse } from '#server/modules/crm/operation-guide/uses.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { guideCases } from '#shared/crm/operation-guide/guide-calls.ts';
import { guideReaderCalls, oldCustomerCases } from '#shared/crm/operation-guide/guide-reader-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** The operation guide for everybody who is logged in (docs/decisions/operation-guide.md). */
export const guideReaderRoutes = (): Route[] => [
  route(guideReaderCalls.tags, async ({ db, actor }) => {
    const { rows } = await sql<{ tag: string }>`
      select tag from guide_item, unnest(tags) as tag
      where ${isShownTo(await hiddenCases(db, actor))}
      group by tag order by count(*) desc, tag`.execute(db);
    return rows.map(({ tag }) => ({ id: tag, name: tag }));
  }),
  route(guideReaderCalls.isAgent, async ({ db, actor }) => ((await isAgent(db, actor)) ? 1 : 0)),
  route(guideReaderCalls.list, async ({ db, actor, input }) => {
    const { page, limit, module, caseType, tagId, search, oldCustomer } = input;
    const { items, total } = await listItems(
      db,
      {
        modules: module,
        caseTypes: caseType,
        onlyCases: oldCustomer === 1 ? oldCustomerCases : undefined,
        notCases: await hiddenCases(db, actor),
        tag: tagId,
        search,
        status: 1,
      },
      { limit, offset: (page - 1) * limit },
    );
    return pageAnswer(await asSent(db, actor, items), total, page, limit);
  }),
  route(guideReaderCalls.caseTypes, ({ actor }) =>
    Promise.resolve(guideCases.map((value) => ({ value, name: translate(actor.language, `guide.case_${value}`) }))),
  ),
  route(guideReaderCalls.record, async ({ db, actor, input: { id, type } }) => {
    const { rows } = await sql`
      select 1 from guide_item
      where item_id = ${id} and ${isShownTo(await hiddenCases(db, actor))}`.execute(db);
    if (rows.length === 0) throw new AppError('access.record');
    await countUse(db, actor, id, type);
    return null;
  }),
];

const isShownTo = (hidden: readonly number[]) =>
  sql<boolean>`status = 1 and (case_type = any(${[...hidden]}::int[])) is not true`;

async function isAgent(db: Database, { userId }: Actor): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select('agent_flag')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return person.agent_flag === 1;
}

/** Kinds of cases that the actor is not shown: agents bring new customers only. */
const hiddenCases = async (db: Database, actor: Actor): Promise<number[]> =>
  (await isAgent(db, actor)) ? [...oldCustomerCases] : [];
