import { sql } from 'kysely';
import type { z } from 'zod';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countedTypes, type workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { followUpColumns, followUpRows, type StoredFollowUp } from '#server/record/follow-ups/timeline.ts';
import { followUpsSeen, listedTypes } from './brief.ts';
import { madeIn, type Question } from '#server/platform/access/question.ts';

type Page = z.output<typeof workbenchCalls.followUps.output>;

/** Number of follow-ups on records of each type, among those that the actor may list. */
export async function followUpCounts(
  db: Database,
  actor: Actor,
  question: Question,
): Promise<{ crmType: string; count: number }[]> {
  const types = listedTypes(actor);
  const { rows } = await sql<{ type_code: number; total: number }>`
    select r.type_code, count(*) as total from ${followUpsSeen(actor, types)} where ${madeIn(question)('r')} group by 1`.execute(
    db,
  );
  return countedTypes.map((crmType) => {
    const code = types.find(({ name }) => name === crmType)?.code;
    return { crmType, count: rows.find((row) => row.type_code === code)?.total ?? 0 };
  });
}

/** The follow-ups themselves, newest first, with the record that each belongs to. */
export async function followUpsMade(
  db: Database,
  actor: Actor,
  question: Question,
  asked: { readonly crmType?: string | undefined; readonly limit: number; readonly page: number },
): Promise<Page> {
  const types = listedTypes(actor).filter(({ name }) => asked.crmType === undefined || name === asked.crmType);
  const from = sql`${followUpsSeen(actor, types)} where ${madeIn(question)('r')}`;
  const { rows } = await sql<StoredFollowUp>`
    select ${followUpColumns('r')} from ${from}
    order by r.create_time desc, r.record_id desc limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  return pageAnswer(await followUpRows(db, actor, rows), counted[0]?.total ?? 0, asked.page, asked.limit);
}
