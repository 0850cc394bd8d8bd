import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Company, PersonName } from '#server/testing/company.ts';

/** Some work beside how many statements it takes. */
export async function countIn<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
): Promise<{ readonly result: T; readonly count: number }> {
  let count = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const result = await work(counting);
  return { result, count };
}

/** Statements of some work of a person in a transaction, everything that is kept between requests being there. */
export async function countStatements(
  { db, services, people }: Company,
  who: PersonName,
  work: (db: Database, actor: Actor) => Promise<unknown>,
): Promise<number> {
  const actor = await services.gate.actorFor(db, people[who].userId);
  const { count } = await countIn(db, (counting) => counting.transaction().execute((trx) => work(trx, actor)));
  return count;
}
