import { sql } from 'kysely';
import type { z } from 'zod';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import type { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { scoped } from '#server/record/scope.ts';
import { visible } from '#server/record/visible.ts';
import { followUpsSeen, listedTypes } from './brief.ts';
import { madeIn, type Question } from './question.ts';

type Page = z.output<typeof workbenchCalls.followUps.output>;

/** How many follow-ups hang on records of each type that the actor may list. */
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
  return types.map(({ name, code }) => ({
    crmType: name,
    count: rows.find((row) => row.type_code === code)?.total ?? 0,
  }));
}

/** The follow-ups themselves, newest first, with the record that each hangs on. */
export async function followUpsMade(
  db: Database,
  actor: Actor,
  question: Question,
  asked: { readonly crmType?: string | undefined; readonly limit: number; readonly offset: number },
): Promise<Page> {
  const types = listedTypes(actor).filter(({ name }) => asked.crmType === undefined || name === asked.crmType);
  const from = sql`${followUpsSeen(actor, types)} where ${madeIn(question)('r')}`;
  const { rows } = await sql<{
    record_id: number;
    type_code: number;
    types_id: number;
    content: string;
    category: string;
    create_user_id: number;
    create_time: string;
  }>`
    select r.record_id, r.type_code, r.types_id, r.content, r.category, r.create_user_id, r.create_time from ${from}
    order by r.create_time desc, r.record_id desc limit ${asked.limit} offset ${asked.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const picture = await picturesOf(
    db,
    actor,
    rows.map((row) => row.create_user_id),
  );
  const titles = new Map<string, string>();
  for (const type of types)
    for (const [id, title] of await titlesOf(db, actor, type, rows)) titles.set(`${type.code}/${id}`, title);
  return {
    list: rows.map((row) => ({
      recordId: row.record_id,
      userImg: picture(row.create_user_id),
      realname: names.user(row.create_user_id) ?? '',
      createUserId: row.create_user_id,
      createTime: row.create_time,
      content: row.content,
      category: row.category,
      types: types.find(({ code }) => code === row.type_code)?.name ?? '',
      typesId: row.types_id,
      typesName: titles.get(`${row.type_code}/${row.types_id}`) ?? '',
    })),
    totalRow: counted[0]?.total ?? 0,
  };
}

async function titlesOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly { readonly type_code: number; readonly types_id: number }[],
): Promise<Map<number, string>> {
  const ids = rows.filter((row) => row.type_code === type.code).map((row) => row.types_id);
  if (ids.length === 0) return new Map();
  const { rows: named } = await sql<{ id: number; title: string }>`
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title
    from ${visible(type, scoped(actor, type))} where r.${sql.ref(type.idColumn)} = any(${ids}::bigint[])`.execute(db);
  return new Map(named.map(({ id, title }) => [id, title]));
}
