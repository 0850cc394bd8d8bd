import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaffCalls } from '#server/modules/admin/user/testing.ts';
import { openCompany, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { translate } from '#shared/i18n/translate.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, rowOf, audits, hire } = openStaffCalls(() => company);

/** A person for whom a role is asked for that the asking one may not give. */
const asked = async (): Promise<{ userId: number; requestId: number }> => {
  const { userId } = await hire({ roleIds: '9' });
  const answer = await ask('system/user/setUser', { userId, roleIds: '9,11' }, company.people.hr);
  const { waiting } = answer.body['detail'] as { waiting: number };
  return { userId, requestId: waiting };
};
const decide = (requestIds: unknown, more: Record<string, unknown> = {}, as: Person = company.people.admin) =>
  ask('system/rightsRequest/decideMany', { requestIds, confirm: 1, ...more }, as);
const reasons = (answer: Answer): string[] =>
  (answer.data as { results: { msg: string }[] }).results.map(({ msg }) => msg);
const stateOf = async (requestId: number) =>
  company.db
    .selectFrom('rights_request')
    .select(['state', 'reason'])
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();

describe('deciding many requests', () => {
  it('confirms those that can be, says why the others cannot, and is logged of each', async () => {
    const [one, stale, declined] = [await asked(), await asked(), await asked()];
    const { admin } = company.people;
    await ask('system/user/setUserStatus', { userIds: [stale.userId], status: 0 }, admin);
    await ask('system/rightsRequest/decline', { requestId: declined.requestId }, admin);
    const answer = await decide([one, stale, declined].map(({ requestId }) => requestId));
    expect([answer.code, answer.msg]).toEqual([0, '']);
    expect(reasons(answer)).toEqual(['', translate('cn', 'rights.stale'), translate('cn', 'rights.decided')]);
    expect((await rowOf(one.userId))?.roleId).toBe('9,11');
    expect((await rowOf(stale.userId))?.roleId).toBe('9');
    expect((await stateOf(stale.requestId)).state).toBe(0);
    expect((await audits('rights.confirmed')).map(({ subject }) => subject)).toContain(`request ${one.requestId}`);
  });

  it('declines them with one reason', async () => {
    const [one, two] = [await asked(), await asked()];
    const answer = await decide([one.requestId, two.requestId], { confirm: 0, reason: '年底再说' });
    expect(reasons(answer)).toEqual(['', '']);
    for (const { requestId } of [one, two]) expect(await stateOf(requestId)).toEqual({ state: 2, reason: '年底再说' });
  });

  it('decides each once, whoever is first', async () => {
    const { requestId } = await asked();
    const answers = await Promise.all([decide([requestId]), decide([requestId], { confirm: 0 })]);
    expect(answers.flatMap(reasons).toSorted()).toEqual(['', translate('cn', 'rights.decided')]);
  });

  it('does nothing at all when one of them is for somebody else', async () => {
    const [one, two] = [await asked(), await asked()];
    const { hr, seller } = company.people;
    for (const as of [hr, seller]) expect((await decide([one.requestId, two.requestId], {}, as)).code).toBe(404);
    expect((await decide([one.requestId, 999_999])).code).toBe(404);
    expect((await stateOf(one.requestId)).state).toBe(0);
  });

  it('needs a login, some ids, and not too many', async () => {
    const body = { requestIds: [1], confirm: 1 };
    expect((await ask('system/rightsRequest/decideMany', body)).code).toBe(302);
    expect((await decide([])).msg).toBe('请至少选择一条数据');
    expect((await decide(Array.from({ length: 51 }, (_, at) => at + 1))).code).toBeGreaterThanOrEqual(400);
    const { requestId } = await asked();
    expect((await decide([requestId], { confirm: 0, reason: '长'.repeat(201) })).code).toBeGreaterThanOrEqual(400);
  });
});
