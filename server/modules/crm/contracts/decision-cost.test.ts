import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideAll } from '#server/approval/decisions/decide-all.ts';
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

/** Of a decision, whatever is approved. */
const most = 10;
/** What the final pass of contracts does besides: their customer is won, their money is posted, their plans follow. */
const mostEffects = 9;

it('a decision on a contract takes at most ten statements, beside what passing it does; many take no more', async () => {
  const made = async () => {
    const product = [{ productId: company.pens, num: '2', salesPrice: '90' }];
    const { contractId } = await company.saved({ name: '供货合同', customer_id: company.customerId }, { product });
    return company.approvalOf(contractId);
  };
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
  expect(ended).toBeLessThanOrEqual(most + mostEffects);
  expect(await by('peer', 'pass', others)).toBe(ended);
});
