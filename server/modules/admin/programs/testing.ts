import { sql } from 'kysely';
import type { Answer, Company, Person } from '#server/testing/company.ts';

export type Who = Pick<Person, 'token'>;

interface Asked {
  readonly name?: string;
  readonly days?: number;
  readonly abilities?: readonly string[];
  /** For whom it acts; without one for its maker. */
  readonly userId?: number;
}

export interface Program extends Who {
  readonly loginId: number;
}

let count = 0;

/** Asks for a token as a person does. */
export const askProgram = (company: Company, as: Who, { userId, ...asked }: Asked): Promise<Answer> =>
  company.call(
    userId === undefined ? 'system/program/addOwn' : 'system/program/add',
    { name: `程序${(count += 1)}`, days: 30, abilities: ['crm:customer:index'], ...asked, ...(userId && { userId }) },
    { as },
  );

/** The same, where it is given. */
export async function program(company: Company, as: Who, asked: Asked = {}): Promise<Program> {
  const answer = await askProgram(company, as, asked);
  if (answer.code !== 0) throw new Error(answer.msg);
  return answer.data as Program;
}

/** Something about who may do what has changed behind the product's back. */
export const reorganised = async ({ db }: Company): Promise<void> => {
  await sql`update org_version set version = version + 1`.execute(db);
};
