import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules, registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureChild, fixtureNote, fixtureParent } from '#server/testing/fixtures/types.ts';
import { recordState } from '#server/testing/record-state.ts';
import { openRelations } from '#server/record/relations/testing.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const fixtures = [fixtureParent, fixtureChild, fixtureNote];
for (const { type, rules } of fixtures) registerRecordType(type, rules);
const relations = recordModules().flatMap(({ type }) => relationsIn(type));

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: fixtures });
});
afterAll(() => company.close());

const { ask, call, undo, create, set, titleOf, isThere, named, remove, restore } = openRelations(() => company);

it('every value that a declaration may have occurs', () => {
  const values = relations.map(({ relation }) => relation);
  expect(new Set(values.map(({ onDelete }) => onDelete))).toEqual(new Set(['refuse', 'cascade', 'unlink', 'keep']));
  expect(new Set(values.map(({ onTransfer }) => onTransfer))).toEqual(new Set(['follow', 'stay']));
  expect(values.filter(({ within }) => within)).not.toEqual([]);
});

describe('children of deleted children', () => {
  const [parent, child, note] = fixtures.map(({ type }) => type) as [RecordType, RecordType, RecordType];
  const notedChild = async (parentId: number, owner = parentId) => {
    const childId = await create(child, { parent_id: owner });
    return { childId, noteId: await create(note, { parent_id: parentId, child_id: childId }) };
  };

  it('are deleted although they would prevent the deletion of a part alone, and are restored unchanged', async () => {
    const parentId = await create(parent);
    const { childId, noteId } = await notedChild(parentId);
    expect((await call(`${child.family}/deleteByIds`, named(child, childId))).msg).toContain(
      '还有 1 个crm_fixture_note',
    );
    const states = () => Promise.all([recordState(company, child, childId), recordState(company, note, noteId)]);
    const before = await states();
    const act = await remove(parent, parentId);
    expect([await isThere(child, childId), await isThere(note, noteId)]).toEqual([false, false]);
    await undo(act);
    expect(await states()).toEqual(before);
    await remove(parent, parentId);
    const back = await restore(parent, parentId);
    expect([back.failed, await states()]).toEqual([[], before]);
    await undo(back);
    expect([await isThere(child, childId), await isThere(note, noteId)]).toEqual([false, false]);
  });

  it('keep the whole where another record needs a part of it', async () => {
    const [parentId, other] = [await create(parent), await create(parent)];
    const { childId, noteId } = await notedChild(parentId);
    await set(note, noteId, 'parent_id', other);
    const refused = await call(`${parent.family}/deleteByIds`, named(parent, parentId));
    expect([refused.code, refused.msg]).toEqual([
      500,
      `crm_fixture_parent「${await titleOf(parent, parentId)}」还有 1 个crm_fixture_note（${await titleOf(note, noteId)}），不能删除`,
    ]);
    expect([await isThere(parent, parentId), await isThere(child, childId)]).toEqual([true, true]);
  });

  it('stay in the bin where they cannot be restored, which is reported for the parent', async () => {
    const draft = { name: '编号', formType: 'text', isUnique: 1 };
    const present = await ask<object[]>('field/list', { label: note.code }, 'admin');
    await ask('field/save', { label: note.code, data: [...present, draft] }, 'admin');
    const parentId = await create(parent);
    const numbered = async (id: number) => {
      const noteId = await create(note, { parent_id: id });
      const field = [{ fieldName: '编号', name: '编号', value: 'N1' }];
      await ask(`${note.family}/addOrUpdate`, { entity: { noteId }, field });
      return noteId;
    };
    const noteId = await numbered(parentId);
    const act = await remove(parent, parentId);
    const taker = await numbered(await create(parent));
    const msg = '1 个crm_fixture_note未能一并恢复，仍在回收站中';
    const back = await restore(parent, parentId);
    expect(back).toMatchObject({ count: 1, failed: [{ id: parentId, msg }] });
    expect([await isThere(parent, parentId), await isThere(note, noteId)]).toEqual([true, false]);
    await undo(back);
    const title = await titleOf(note, noteId);
    expect(await undo(act)).toEqual({
      undone: 0,
      kept: [
        { id: parentId, title: await titleOf(parent, parentId) },
        { id: noteId, title },
      ],
    });
    expect(await isThere(note, taker)).toBe(true);
  });
});
