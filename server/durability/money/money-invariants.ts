import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { recount } from '#server/modules/crm/ledger/recount.ts';
import type { DoneDeals } from './money-clients.ts';

/** Each answers what contradicts it. */
const queries: Readonly<Record<string, RawBuilder<{ id: number }>>> = {
  'what was received for a contract is not what its receivables say': sql`
    select c.contract_id as id from contract c where c.received_money <> (
      select coalesce(sum(r.money), 0) from receivables r where r.contract_id = c.contract_id and r.check_status = 1)`,
  'what was agreed is not what the contract says': sql`
    select contract_id as id from contract
    where check_status = 1 and (contract_money <> money or contract_money <> received_money + unreceived_money)`,
  'a contract that is not in force has figures': sql`
    select contract_id as id from contract where check_status <> 1 and contract_money <> 0`,
  'a document is not in the state of its approval': sql`
    select a.record_id as id from approval a
    left join contract c on a.type_code = 6 and c.contract_id = a.record_id
    left join receivables r on a.type_code = 7 and r.receivables_id = a.record_id
    where coalesce(c.check_status, r.check_status) <> a.status`,
  'somebody has passed an own document': sql`
    select a.record_id as id from approval a join approval_round r using (approval_id)
    join approval_log l on l.approval_id = r.approval_id and l.round = r.round
    where l.action = 'passed' and l.user_id in (r.author_id, r.owner_id)`,
};

/** What does not hold of the money of a company, and what was acknowledged and is lost or there twice. */
export async function brokenMoney(db: Database, done: DoneDeals): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 3).map(({ id }) => id)} of ${rows.length}`);
  }
  const { differences } = await recount(db);
  broken.push(...differences.map((one) => `the ledger differs: ${JSON.stringify(one)}`));
  const { rows: contracts } = await sql<{ name: string }>`
    select d.name from unnest(${done.contracts.map(({ name }) => name)}::text[]) as d (name)
    where (select count(*) from contract c where c.name = d.name and c.check_status = 1) <> 1`.execute(db);
  const { rows: taken } = await sql<{ number: string }>`
    select d.number from unnest(${done.receivables.map(({ number }) => number)}::text[]) as d (number)
    where (select count(*) from receivables r where r.number = d.number) <> 1`.execute(db);
  const { rows: passed } = await sql<{ id: number }>`
    select d.id from unnest(${[...done.passed]}::bigint[]) as d (id)
    where not exists (select from receivables r where r.receivables_id = d.id and r.check_status in (1, 6))`.execute(
    db,
  );
  const { rows: discarded } = await sql<{ id: number }>`
    select d.id from unnest(${[...done.discarded]}::bigint[]) as d (id)
    where not exists (select from receivables r where r.receivables_id = d.id and r.check_status = 6)`.execute(db);
  return [
    ...broken,
    ...contracts.map(({ name }) => `acknowledged, and not there once: ${name}`),
    ...taken.map(({ number }) => `acknowledged, and not there once: ${number}`),
    ...passed.map(({ id }) => `passed and lost: ${id}`),
    ...discarded.map(({ id }) => `discarded and lost: ${id}`),
  ];
}
