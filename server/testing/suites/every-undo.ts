import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { openCompany, type Answer, type Company, type TestType } from '#server/testing/company.ts';
import { asker, designFields } from '#server/testing/conformance.ts';
import { lineOf, newEntity } from '#server/testing/new-entity.ts';
import { recordState } from '#server/testing/record-state.ts';
import { grantToStaff, withLevels, withoutRight } from '#server/testing/role-rights.ts';
import { declares } from '#server/testing/suites/declared-calls.ts';
import { verbsOf, type Verb } from '#server/testing/verbs.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Role of the manager, who may do everything with records of the own department. */
const managers = 8;
const [own, department] = [1, 4];
const group = '自定 select';

/** Every action of a type is taken back by the rights of now, not by those of the time when it was done (security A2, A10, A15). */
export function everyUndoOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`every undo of ${type.name}`, () => {
    let company: Company;
    beforeAll(async () => {
      company = await openCompany({ types, keepsDrafts: true });
      for (const one of [type, ...types.map((further) => further.type)]) await grantToStaff(company, one);
      await designFields(company, type);
    });
    afterAll(() => company.close());

    let names = 0;
    const newTitle = (): string => `记录${(names += 1)}`;
    async function create(): Promise<number> {
      const entity = await newEntity(company, type, newTitle(), 'seller');
      const body = { entity, field: [], ...(await lineOf(company, type, 'seller')) };
      return (await asker(company)<Record<string, number>>(callPath(type, 'save'), body, 'seller'))[type.idKey] ?? 0;
    }
    const statesOf = (ids: readonly number[]) => Promise.all(ids.map((id) => recordState(company, type, id)));

    const { verbs } = verbsOf(() => company, newTitle, group);
    const undoable = Object.entries(verbs).filter(([, { undo, call }]) => undo && declares(type, call));

    /** Has the manager do it to two records of the seller's; what they were, what they are and how it is taken back. */
    async function done({ call: name, before, body }: Verb) {
      const ids = [await create(), await create()];
      await before?.(type, ids);
      const former = await statesOf(ids);
      const { operationId } = await asker(company)<{ operationId: number }>(
        callPath(type, name),
        body(type, ids),
        'manager',
      );
      const undo = (): Promise<Answer> =>
        company.call('operation/undo', { operationId }, { as: company.people.manager });
      return { ids, former, latter: await statesOf(ids), undo };
    }
    async function reach(dataType: number): Promise<void> {
      await company.db.updateTable('role').set({ data_type: dataType }).where('role_id', '=', managers).execute();
      await organisationChanged(company.db);
    }
    const keptIds = ({ data }: Answer): number[] => (data as { kept: { id: number }[] }).kept.map(({ id }) => id);
    const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

    it.each(type.isCommon ? [] : undoable)('%s: leaves what is out of reach by now', async (name, verb) => {
      const { ids, former, latter, undo } = await done(verb);
      expect(latter).not.toEqual(former);
      await reach(own);
      try {
        const answer = await undo();
        // what became one is taken back whole or not at all
        if (name === 'merge') expect(answer.code).toBe(409);
        else expect([answer.code, sorted(keptIds(answer))]).toEqual([0, ids]);
        expect(await statesOf(ids)).toEqual(latter);
      } finally {
        await reach(department);
      }
    });

    it.each(undoable)('%s: is not taken back without its right', async (_name, verb) => {
      const { ids, former, latter, undo } = await done(verb);
      await withoutRight(company, managers, type, verb.action, async () => {
        expect((await undo()).code).toBe(403);
        expect(await statesOf(ids)).toEqual(latter);
      });
      expect((await undo()).data).toEqual({ undone: ids.length, kept: [] });
      expect(await statesOf(ids)).toEqual(former);
    });

    it.each([0, 1] as const)('leaves a field that the role may not write by now: level %i', async (level) => {
      const edit = verbs['edit a field'];
      if (!edit) throw new Error('no such verb');
      const { ids, latter, undo } = await done(edit);
      await withLevels(company, managers, type.code, { [group]: level }, async () => {
        expect(sorted(keptIds(await undo()))).toEqual(ids);
        expect(await statesOf(ids)).toEqual(latter);
      });
    });
  });
}
