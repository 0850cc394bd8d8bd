import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { childrenAlong, fixtureChild, fixtureParent } from '#server/testing/fixture-type.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { eventsOf, stateOf } from '#server/testing/record-state.ts';
import type { RecordType } from '#shared/record/record-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureParent, fixtureChild] });
});
afterAll(() => company.close());

const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> =>
  asker(company)<T>(path, body, who);
const call = (path: string, body: Record<string, unknown>, who: PersonName = 'manager'): Promise<Answer> =>
  company.call(path, body, { as: company.people[who] });
const peer = () => company.people.peer.userId;
const idsOf = (type: RecordType, ids: readonly number[]) => ({ [type.idsKey]: ids });
const remove = (type: RecordType, ids: readonly number[]) =>
  ask(`${type.family}/deleteByIds`, idsOf(type, ids), 'admin');

let names = 0;
async function create(type: RecordType, who: PersonName = 'seller'): Promise<number> {
  const entity = await newEntity(company, type, `记录${(names += 1)}`, who);
  return (await ask<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] }, who))[type.idKey] ?? 0;
}

describe('a parent and its children', () => {
  const [parent, child] = [fixtureParent.type, fixtureChild.type];
  const ownerOf = async (type: RecordType, id: number) =>
    (await ask<{ ownerUserId: number }>(`${type.family}/queryById`, { [type.idKey]: id }, 'admin')).ownerUserId;
  const childOf = async (parentId: number, who: PersonName) => {
    const id = await create(child, who);
    await sql`update fixture_child set parent_id = ${parentId} where child_id = ${id}`.execute(company.db);
    return id;
  };
  const transfer = (id: number, changeType?: number) =>
    ask<{ operationId: number; count: number }>(
      `${parent.family}/transfer`,
      { [parent.idsKey]: [id], newOwnerUserId: peer(), ...(changeType ? { changeType } : {}) },
      'manager',
    );

  it('change hands together when asked, as one act with one undo', async () => {
    const id = await create(parent);
    const [near, far] = [await childOf(id, 'seller'), await childOf(id, 'stranger')];
    const { seller, stranger } = company.people;
    const owners = async () => [await ownerOf(parent, id), await ownerOf(child, near), await ownerOf(child, far)];
    const alone = await transfer(id);
    expect(await owners()).toEqual([peer(), seller.userId, stranger.userId]);
    await ask('operation/undo', alone, 'manager');
    const { operationId, count } = await transfer(id, childrenAlong);
    expect(count).toBe(1);
    // what the manager cannot reach stays
    expect(await owners()).toEqual([peer(), peer(), stranger.userId]);
    expect((await eventsOf(company, child, near)).at(-1)).toBe('transferred');
    const acts = await ask<{ list: { operationId: number }[] }>('operation/queryPageList', {}, 'manager');
    expect(acts.list[0]?.operationId).toBe(operationId);
    expect(await ask('operation/undo', { operationId }, 'manager')).toEqual({ undone: 1, kept: [] });
    expect(await owners()).toEqual([seller.userId, seller.userId, stranger.userId]);
    expect((await call('operation/undo', { operationId })).msg).toBe('该操作已被撤销');
  });

  it('leave a child that somebody has changed since, and say so', async () => {
    const id = await create(parent);
    const near = await childOf(id, 'seller');
    const { operationId } = await transfer(id, childrenAlong);
    const entity = { [child.idKey]: near, [child.titleField]: '改过的' };
    await ask(`${child.family}/addOrUpdate`, { entity, field: [] }, 'peer');
    const undone = await ask('operation/undo', { operationId }, 'manager');
    expect(undone).toEqual({ undone: 1, kept: [{ id: near, title: '改过的' }] });
    expect(await ownerOf(child, near)).toBe(peer());
  });

  it('stay together in a merge, and come apart in its undo', async () => {
    const [target, source] = [await create(parent), await create(parent)];
    const id = await childOf(source, 'seller');
    const holder = async () =>
      (await ask<{ parentId: number }>(`${child.family}/queryById`, { [child.idKey]: id }, 'admin')).parentId;
    expect(await holder()).toBe(source);
    const act = await ask<object>(
      `${parent.family}/mergeFixtureParent`,
      { targetId: target, ids: [source] },
      'manager',
    );
    expect(await holder()).toBe(target);
    await ask('operation/undo', { ...act }, 'manager');
    expect(await holder()).toBe(source);
  });

  it('keep a parent from being destroyed while a child names it', async () => {
    const id = await create(parent);
    await childOf(id, 'seller');
    await remove(parent, [id]);
    const answer = await call(`${parent.family}/deleteByIdsReal`, idsOf(parent, [id]));
    expect([answer.code === 0, await stateOf(company, parent, id)]).toMatchObject([
      false,
      { deleted_at: expect.any(String) },
    ]);
  });
});
