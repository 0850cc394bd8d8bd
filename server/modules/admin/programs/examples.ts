import { sql } from 'kysely';
import { newPerson, fresh } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';
import type { Company } from '#server/testing/company.ts';

/** A token of a program of a person's own. */
async function newProgram({ db }: Company, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with login as (
      insert into session_login (user_id, client, user_agent, address, refreshed) values (${userId}, 3, '', '', true)
      returning login_id
    )
    insert into program_token (login_id, name, made_by, abilities, expires_at)
    select login_id, ${fresh('令牌')}, ${userId}, '{crm:customer:index}', now() + interval '30 days' from login
    returning login_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Few live at once: those of former examples give way. */
const endOthers = ({ db }: Company) =>
  sql`update session_login set ended_at = now() where client = 3 and ended_at is null`.execute(db);

const asked = () => ({ name: fresh('令牌'), days: 30 });

export const programExamples: Examples = {
  'system/program/addOwn': async ({ company }) => {
    await endOthers(company);
    return { body: { ...asked(), abilities: ['crm:customer:index'] } };
  },
  'system/program/endOwn': async ({ company }, { owner }) => ({
    body: { loginId: await newProgram(company, owner.userId) },
  }),
  'system/program/queryAbilities': async (table) => ({ body: { userId: await newPerson(table) } }),
  'system/program/add': async (table) => {
    await endOthers(table.company);
    return { body: { ...asked(), userId: table.company.people.seller.userId, abilities: ['crm:customer:index'] } };
  },
  'system/program/end': async ({ company }) => ({
    body: { loginId: await newProgram(company, company.people.seller.userId) },
  }),
};
