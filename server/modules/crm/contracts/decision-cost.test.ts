import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideAll } from '#server/approval/decisions/decide-all.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { countStatements } from '#server/testing/approvals/count-statements.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
  await company.flow([
    { stepType: 1, checkUserId: [] },
    { stepType: 2, checkUserId: [company.id('peer')] },
  ]);
});
afterAll(() => company.close());

/** Of a decision; the final pass of a contract wins its customer and posts its money besides. */
const most = 10;

/** The approval of a new contract. */
async function made(): Promise<number> {
  const product = [{ productId: company.pens, num: '2', salesPrice: '90' }];
  const { contractId } = await company.saved({ name: '供货合同', customer_id: company.customerId }, { product });
  return company.approvalOf(contractId);
}

it('a decision on a contract takes at most ten statements, also the final one; many take no more', async () => {
  const by = (who: 'manager' | 'peer', kind: 'pass' | 'reject', ids: readonly number[]) =>
    countStatements(company.company, who, (db, actor) =>
      decideAll(
        db,
        actor,
        ids.map((approvalId) => ({ approvalId, decision: { kind }, remarks: '意见' })),
      ),
    );
  const [first, second, third, ...others] = [
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
  ];
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few contracts');
  // what is kept between requests is there
  await by('manager', 'pass', [first]);
  const counts = { passed: await by('manager', 'pass', [second]), rejected: await by('manager', 'reject', [third]) };
  for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(most);
  expect(await by('manager', 'pass', others)).toBe(counts.passed);
  await by('peer', 'pass', [first]);
  const ended = await by('peer', 'pass', [second]);
  expect(ended).toBeLessThanOrEqual(most);
  expect(await by('peer', 'pass', others)).toBe(ended);
});

it('a contract that passes is written once, its figures with its state', async () => {
  const asked = [{ approvalId: await made(), decision: { kind: 'pass' } }] as const;
  await countStatements(company.company, 'manager', (db, actor) => decideAll(db, actor, asked));
  let [before, after] = [0, 0];
  await countStatements(company.company, 'peer', async (db, actor) => {
    before = await writtenContracts(db);
    await decideAll(db, actor, asked);
    after = await writtenContracts(db);
  });
  expect(after - before).toBe(1);
  const { rows } = await sql`
    select check_status, contract_money, unreceived_money from contract
    where contract_id = (select record_id from approval where approval_id = ${asked[0].approvalId})`.execute(
    company.company.db,
  );
  expect(rows).toEqual([{ check_status: 1, contract_money: '180.00', unreceived_money: '180.00' }]);
});

/** How often this connection has written contracts, as far as nobody was told yet. */
async function writtenContracts(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select pg_stat_get_xact_tuples_updated('contract'::regclass)::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}
