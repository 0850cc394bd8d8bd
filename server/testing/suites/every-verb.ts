import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName, type TestType } from '#server/testing/company.ts';
import { asker, designFields } from '#server/testing/conformance.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { newEntity, requiredStarters } from '#server/testing/new-entity.ts';
import { recordEventsOf, recordState } from '#server/testing/record-state.ts';
import { grantToStaff, withoutRight } from '#server/testing/role-rights.ts';
import { verbsOf, type Verb } from '#server/testing/verbs.ts';
import { declares } from '#server/testing/suites/declared-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Role of the manager, who may do everything with records of the own department. */
const managers = 8;
const group = '自定 select';

/** What every record type lets people do, with and without their rights; `types` are those that the product lacks. */
export function everyVerbOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`every verb of ${type.name}`, () => {
    let company: Company;
    let imports: Imports;
    beforeAll(async () => {
      company = await openCompany({ types, jobs: true, keepsDrafts: true });
      imports = openImports(company, { type });
      for (const one of [type, ...types.map((further) => further.type)]) await grantToStaff(company, one);
      await designFields(company, type);
    });
    afterAll(async () => {
      imports.close();
      await company.close();
    });

    const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> =>
      asker(company)<T>(path, body, who);
    const call = (path: string, body: Record<string, unknown>, who: PersonName = 'manager'): Promise<Answer> =>
      company.call(path, body, { as: company.people[who] });

    let names = 0;
    const newTitle = (): string => `记录${(names += 1)}`;
    async function create(who: PersonName = 'seller'): Promise<number> {
      const entity = await newEntity(company, type, newTitle(), who);
      return (await ask<Record<string, number>>(callPath(type, 'save'), { entity, field: [] }, who))[type.idKey] ?? 0;
    }

    const stateOf = (id: number) => recordState(company, type, id);
    const eventsOf = (id: number) => recordEventsOf(company, type, id);

    /** Takes a right from the manager's role for the time of `work`. */
    const without = (action: string, work: () => Promise<void>): Promise<void> =>
      withoutRight(company, managers, type, action, work);

    const { verbs, lists } = verbsOf(() => company, newTitle, group);

    const pathOf = ({ call: name }: Pick<Verb, 'call'>): string => callPath(type, name);
    const has = ([, verb]: readonly [string, Pick<Verb, 'call'>]): boolean => declares(type, verb.call);
    const possible = Object.entries(verbs).filter(has);
    const listed = Object.entries(lists).filter(has);

    it.each(possible)('%s: works, is logged, and is undone when it can be', async (_verb, verb) => {
      const ids = [await create(), await create()];
      await verb.before?.(type, ids);
      const states = () => Promise.all(ids.map((id) => stateOf(id)));
      const before = await states();
      const answer = await call(pathOf(verb), verb.body(type, ids));
      expect([answer.status, answer.msg]).toEqual([200, '']);
      const touched = verb.single && verb.event !== 'restored' ? ids.slice(0, 1) : ids;
      if (verb.isGone) expect(await states()).toEqual([null, null]);
      if (!verb.event) return;
      for (const id of touched) expect((await eventsOf(id)).at(-1)).toBe(verb.event);
      expect(await states()).not.toEqual(before);
      if (!verb.undo) return;
      const { operationId } = answer.data as { operationId: number };
      const acts = await ask<{ list: { operationId: number; mayUndo: number }[] }>(
        'operation/queryPageList',
        {},
        'manager',
      );
      expect(acts.list[0]).toMatchObject({ operationId, mayUndo: 1 });
      expect(await ask('operation/undo', { operationId }, 'manager')).toEqual({ undone: ids.length, kept: [] });
      expect(await states()).toEqual(before);
      for (const id of ids) expect((await eventsOf(id)).at(-1)).toBe('act_undone');
    });

    it.each([...possible, ...listed])('%s: is refused without its right', async (_verb, verb) => {
      const ids = [await create(), await create()];
      await without(verb.action, async () => {
        const states = await Promise.all(ids.map((id) => stateOf(id)));
        const answer = await call(pathOf(verb), verb.body(type, ids));
        // who may look into the pool may read, and finds nothing of what has an owner
        if (!type.pool || !('readsPool' in verb)) expect(answer.code).toBe(403);
        else if (verb.call === 'read') expect(answer.data).toEqual({ dataAuth: 0 });
        else expect(answer.code).toBe(404);
        expect(await Promise.all(ids.map((id) => stateOf(id)))).toEqual(states);
      });
    });

    it.each(type.isCommon ? [] : possible)('%s: does not reach beyond the own records', async (_verb, verb) => {
      const [own, foreign] = [await create(), await create('stranger')];
      await verb.before?.(type, [own, foreign]);
      const before = [await stateOf(own), await stateOf(foreign)];
      const ids = verb.single ? [foreign] : [own, foreign];
      const beyond = await call(pathOf(verb), verb.body(type, ids));
      const absent = await call(pathOf(verb), verb.body(type, ids.toSpliced(-1, 1, 99_999_999)));
      expect(beyond.body).toEqual(absent.body);
      if (verb.call === 'read') expect(absent.data).toEqual({ dataAuth: 0 });
      else expect(absent.code).toBe(404);
      expect([await stateOf(own), await stateOf(foreign)]).toEqual(before);
    });

    if (type.isCommon)
      it('reaches the records of everybody, as long as their list is open', async () => {
        const id = await create('stranger');
        const read = async () => (await call(callPath(type, 'read'), { [type.idKey]: id })).data;
        expect(await read()).toMatchObject({ [type.idKey]: id, mayWrite: 1 });
        await without('index', async () => expect(await read()).toEqual({ dataAuth: 0 }));
      });

    it.each(listed)('%s: answers', async (_list, verb) => {
      const answer = await call(pathOf(verb), verb.body(type, []));
      expect([answer.status, answer.msg]).toEqual([200, '']);
    });

    it('is created with the right only', async () => {
      const entity = await newEntity(company, type, newTitle(), 'manager');
      const save = () => call(callPath(type, 'save'), { entity, field: [] });
      await without('save', async () => expect((await save()).code).toBe(403));
      const saved = (await save()).data as Record<string, number>;
      expect(await eventsOf(saved[type.idKey] ?? 0)).toEqual(['created']);
    });

    if (can(type, 'board'))
      it('moves a card on the board, and an undo moves it back', async () => {
        const id = await create();
        const columnOf = async () => {
          const board = await ask<{ columns: { value: string; list: Record<string, unknown>[] }[] }>(
            callPath(type, 'board'),
            { groupField: group, limit: 100 },
            'manager',
          );
          expect(board.columns.map(({ value }) => value)).toEqual(['甲', '乙', '丙', '']);
          return board.columns
            .filter(({ list }) => list.some((row) => row[type.idKey] === id))
            .map(({ value }) => value);
        };
        expect(await columnOf()).toEqual(['']);
        const move = { ids: [id], fieldName: group, value: '丙', versions: { [id]: 1 } };
        const { operationId } = await ask<{ operationId: number }>(callPath(type, 'editField'), move, 'manager');
        expect(await columnOf()).toEqual(['丙']);
        expect((await call(callPath(type, 'editField'), move)).code).toBe(409);
        await ask('operation/undo', { operationId }, 'manager');
        expect(await columnOf()).toEqual(['']);
      });

    if (can(type, 'followUps'))
      it('takes over a follow-up, with the next contact where the type has one', async () => {
        const id = await create();
        const body = verbs['follow up']?.body(type, [id]) ?? {};
        const nextContact = async () =>
          (await ask<Record<string, unknown>>(callPath(type, 'read'), { [type.idKey]: id }, 'seller'))['nextTime'];
        await ask(callPath(type, 'followUp'), body, 'seller');
        expect(await nextContact()).toBe(
          type.fields.some(({ fieldName }) => fieldName === 'next_time') ? body['nextTime'] : undefined,
        );
        const list = await ask<{ content: string }[]>(callPath(type, 'followUps'), { [type.idKey]: id }, 'seller');
        expect(list.map(({ content }) => content)).toEqual(['谈过']);
      });

    it('keeps views of its list as scenes', async () => {
      const [id, other] = [await create(), await create()];
      await ask(callPath(type, 'editField'), { ids: [id], fieldName: group, value: '乙' }, 'manager');
      const data = [{ fieldName: group, condition: 'is', value: '乙' }];
      const scene = { type: type.code, name: '乙类', data };
      const { sceneId } = await ask<{ sceneId: number }>('scene/addScene', scene, 'manager');
      const { list } = await ask<{ list: Record<string, unknown>[] }>(
        callPath(type, 'list'),
        { sceneId, limit: 100 },
        'manager',
      );
      const ids = list.map((row) => row[type.idKey]);
      expect([ids.includes(id), ids.includes(other)]).toEqual([true, false]);
      await without('index', async () => expect((await call('scene/addScene', scene)).code).toBe(403));
    });

    if (can(type, 'import'))
      it('is imported with the right only, logged, and the import is undone', async () => {
        const title = newTitle();
        const fields = await ask<{ fieldName: string; name: string }[]>(
          'field/queryField',
          { label: type.code },
          'seller',
        );
        const { manager } = company.people;
        const own = await newEntity(company, type, title, 'manager', { by: 'name' });
        const entity = { ...own, ...requiredStarters(type) };
        const headings = Object.keys(entity).map(
          (key) => fields.find(({ fieldName }) => fieldName === key)?.name ?? '',
        );
        const rows = [headings.map((heading) => `${heading}(*)`), Object.values(entity)].map((cells) =>
          cells.join(','),
        );
        const file = { name: '表.csv', content: Buffer.from(`${rows.join('\n')}\n`) };
        const send = () =>
          company.call(
            callPath(type, 'upload'),
            { repeatHandling: 2, ownerUserId: manager.userId },
            { as: manager, file },
          );
        await without('excelimport', async () => expect((await send()).code).toBe(403));
        const { data: messageId } = await send();
        expect(await imports.follow(messageId, manager)).toMatchObject({ createdSize: 1, errSize: 0 });
        const find = async () =>
          (await ask<{ list: Record<string, unknown>[] }>(callPath(type, 'list'), { search: title }, 'manager')).list;
        const [row] = await find();
        expect(row).toMatchObject({ [camelCase(type.titleField)]: title, ownerUserId: manager.userId });
        expect(await eventsOf(Number(row?.[type.idKey]))).toEqual(['imported']);
        await ask('system/message/undoImport', { messageId }, 'manager');
        expect(await imports.follow(messageId, manager)).toMatchObject({ undoneSize: 1, keptSize: 0 });
        expect(await find()).toEqual([]);
      });
  });
}
