import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { recordModule, registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Company, type PersonName, type TestType } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { holderOf, newEntity } from '#server/testing/new-entity.ts';
import { recordEventsOf, recordState } from '#server/testing/record-state.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { openRelations, type Action } from '#server/record/relations/testing.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { declaredField, relationsIn } from '#shared/record/relations/child-relations.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** What becomes of records of a type with whatever they belong to; `types` are those that the product lacks. */
export function everyRelationOf(type: RecordType, types: readonly TestType[] = []): void {
  for (const { type: further, rules } of types) registerRecordType(further, rules);
  let company: Company;
  let imports: Imports;
  let sheets = 0;
  const { ask, call, undo, create, set, column, titleOf, ownerOf, isThere, named, remove, restore } = openRelations(
    () => company,
  );

  describe(`what ${type.name} belongs to`, () => {
    beforeAll(async () => {
      company = await openCompany({ types, jobs: true, keepsDrafts: true });
      imports = openImports(company, { type });
      for (const { type: further } of types) await grantToStaff(company, further);
    });
    afterAll(async () => {
      imports.close();
      await company.close();
    });

    describe.each(relationsIn(type).map((one) => [`${one.type.name}.${one.column}`, one] as const))(
      '%s',
      (_name, { type: child, column: link, relation, isField }) => {
        const { onDelete, onTransfer, changeType, within, visibleWith } = relation;
        const parent = recordModule(relation.to).type;
        const isRequired = declaredField(child, link)?.required === true;
        const noun = isMessageKey(child.name) ? translate('cn', child.name) : child.name;

        /** The child has to point to a part of this parent too, which has records and rules of its own. */
        const isWhole = child.fields.some((field) => field.required && field.relation?.within?.field === link);

        /** Parts of one whole, where the child has to belong to the same. */
        const theWhole = async (): Promise<number> => {
          const whole = within && declaredField(child, within.field)?.relation?.to;
          return whole ? (await holderOf(company, recordModule(whole).type, 'seller')).id : 0;
        };
        const newParent = async () => create(parent, within ? { [within.theirs]: await theWhole() } : {});
        async function newChild(parentId: number, owner: PersonName = 'seller'): Promise<number> {
          const whole = within ? { [within.field]: await theWhole() } : {};
          const id = await create(child, isField && !isWhole ? { ...whole, [link]: parentId } : {});
          if (!isField || isWhole) await set(child, id, link, parentId);
          if (owner !== 'seller') await set(child, id, 'owner_user_id', company.people[owner].userId);
          return id;
        }
        const pointerOf = (id: number) => column<number | null>(child, id, link);
        /** Whether a child is what the deletion of its parent makes of it. */
        const fateOf = async (id: number) => [await isThere(child, id), await pointerOf(id)];
        const fateOn = (parentId: number) => [onDelete !== 'cascade', onDelete === 'unlink' ? null : parentId];

        if (can(parent, 'delete'))
          it('does what it declares when the parent is deleted, and one undo takes all of it back', async () => {
            const parentId = await newParent();
            // the second is nobody's that the manager may reach
            const ids = [await newChild(parentId), await newChild(parentId, 'stranger')];
            const states = () =>
              Promise.all([
                recordState(company, parent, parentId),
                ...ids.map((id) => recordState(company, child, id)),
              ]);
            const before = await states();
            const answer = await call(callPath(parent, 'remove'), named(parent, parentId));
            if (onDelete === 'refuse') {
              expect([answer.code, await states()]).toEqual([500, before]);
              expect(answer.msg).toContain(`「${await titleOf(parent, parentId)}」还有 2 个${noun}（`);
              return;
            }
            expect(answer.msg).toBe('');
            expect(await isThere(parent, parentId)).toBe(false);
            for (const id of ids) expect(await fateOf(id)).toEqual(fateOn(parentId));
            const [last] = (await recordEventsOf(company, child, ids[0] ?? 0)).toReversed();
            expect(last).toBe({ cascade: 'deleted', unlink: 'unlinked', keep: 'created' }[onDelete]);
            const { list } = await ask<{ list: Action[] }>('operation/queryPageList', {});
            const { operationId } = answer.data as Action;
            expect(list[0]?.operationId).toBe(operationId);
            expect(await undo({ operationId })).toEqual({ undone: 1, kept: [] });
            expect(await states()).toEqual(before);
          });

        if (can(parent, 'delete') && can(child, 'delete') && onDelete === 'refuse')
          it('names what stands in the way as far as the reader may, until it is gone', async () => {
            const parentId = await newParent();
            const id = await newChild(parentId, 'stranger');
            const refused = await call(callPath(parent, 'remove'), named(parent, parentId));
            const names = visibleWith ? `（${await titleOf(child, id)}）` : '';
            expect(refused.msg).toContain(`还有 1 个${noun}${names}，不能删除`);
            await ask(callPath(child, 'remove'), named(child, id), 'admin');
            await remove(parent, parentId);
            expect(await isThere(parent, parentId)).toBe(false);
          });

        if (can(parent, 'delete'))
          it('is restored as it declares, and the undo of that deletes in the same way', async () => {
            const parentId = await newParent();
            const id = await newChild(parentId);
            const earlier = await newChild(parentId);
            await remove(child, earlier);
            if (onDelete === 'refuse') await remove(child, id);
            const state = await recordState(company, child, id);
            await remove(parent, parentId);
            if (can(child, 'delete') && (onDelete === 'refuse' || onDelete === 'cascade')) {
              const tried = await restore(child, earlier);
              expect(tried).toMatchObject(isRequired ? { count: 0, failed: [{}] } : { count: 1, failed: [] });
              if (!isRequired) await remove(child, earlier);
            }
            const act = await restore(parent, parentId);
            expect(act).toMatchObject({ count: 1, failed: [] });
            // what went with it comes with it, what went before stays
            if (onDelete !== 'unlink') expect(await recordState(company, child, id)).toEqual(state);
            expect(await isThere(child, earlier)).toBe(false);
            const since = await newChild(parentId);
            const undone = await undo(act);
            if (onDelete === 'refuse') {
              const title = await titleOf(parent, parentId);
              expect([undone, await isThere(child, since)]).toEqual([
                { undone: 0, kept: [{ id: parentId, title }] },
                true,
              ]);
              return;
            }
            expect(undone).toEqual({ undone: 1, kept: [] });
            expect(await isThere(parent, parentId)).toBe(false);
            for (const one of onDelete === 'unlink' ? [since] : [id, since])
              expect(await fateOf(one)).toEqual(fateOn(parentId));
            if (onDelete !== 'cascade') return;
            await restore(parent, parentId);
            expect([await isThere(child, id), await isThere(child, since)]).toEqual([true, true]);
          });

        if (can(parent, 'import'))
          it('does the same when an import is taken back', async () => {
            const { manager } = company.people;
            const title = `导入${(sheets += 1)}`;
            const entity = await newEntity(company, parent, title, 'manager', { by: 'name' });
            const fields = await ask<{ fieldName: string; name: string }[]>('field/queryField', { label: parent.code });
            const headings = Object.keys(entity).map(
              (own) => fields.find(({ fieldName }) => fieldName === own)?.name ?? '',
            );
            const sheet = [headings, Object.values(entity)].map((cells) => cells.join(',')).join('\n');
            const file = { name: '表.csv', content: Buffer.from(`${sheet}\n`) };
            const sent = { repeatHandling: 2, ownerUserId: manager.userId };
            const { data: messageId } = await company.call(callPath(parent, 'upload'), sent, { as: manager, file });
            expect(await imports.follow(messageId, manager)).toMatchObject({ createdSize: 1 });
            const { list } = await ask<{ list: Record<string, number>[] }>(callPath(parent, 'list'), {
              search: title,
            });
            const parentId = list[0]?.[parent.idKey] ?? 0;
            const id = await create(child);
            await set(child, id, link, parentId);
            await ask('system/message/undoImport', { messageId });
            const kept = onDelete === 'refuse' ? 1 : 0;
            expect(await imports.follow(messageId, manager)).toMatchObject({ undoneSize: 1 - kept, keptSize: kept });
            expect(await isThere(parent, parentId)).toBe(kept === 1);
            expect(await fateOf(id)).toEqual(kept === 1 ? [true, parentId] : fateOn(parentId));
          });

        if (can(parent, 'delete') && (onDelete === 'cascade' || onDelete === 'unlink'))
          it('stays as the deletion left it with a parent that the undo leaves', async () => {
            const parentId = await newParent();
            const id = await newChild(parentId);
            const act = await remove(parent, parentId);
            // somebody has done something with it since
            await set(parent, parentId, 'version', 9);
            expect(await undo(act)).toMatchObject({ undone: 0, kept: [{ id: parentId }, { id }] });
            expect(await fateOf(id)).toEqual(fateOn(parentId));
          });

        if (can(parent, 'delete') && onDelete === 'unlink')
          it('gets its link back whoever may write the field', async () => {
            const { byName } = await readFields(company.db, child.code);
            const data = [{ fieldId: byName.get(link)?.fieldId, level: 1 }];
            const level = (some: object[]) =>
              ask('field/saveRoleField', { roleId: 8, label: child.code, data: some }, 'admin');
            const parentId = await newParent();
            const id = await newChild(parentId);
            await level(data);
            const act = await remove(parent, parentId);
            expect(await undo(act)).toEqual({ undone: 1, kept: [] });
            await level([]);
            expect(await pointerOf(id)).toBe(parentId);
          });

        if (can(parent, 'merge'))
          it('moves to the one that stays in a merge, and back with its undo', async () => {
            const [target, source] = [await newParent(), await newParent()];
            const id = await newChild(source, 'stranger');
            const preview = await ask<{ rows: { moves: { kind: string; total: number }[] }[] }>(
              callPath(parent, 'mergePreview'),
              { ids: [target, source] },
            );
            const moves = preview.rows.map((row) => row.moves.find(({ kind }) => kind.startsWith(child.name))?.total);
            expect(moves).toEqual([undefined, 1]);
            const act = await ask<Action>(callPath(parent, 'merge'), { targetId: target, ids: [source] });
            expect(await fateOf(id)).toEqual([true, target]);
            await undo(act);
            expect(await fateOf(id)).toEqual([true, source]);
          });

        if (can(parent, 'transfer'))
          it('changes hands with the parent as it declares, as far as the actor may', async () => {
            const { seller, peer, stranger } = company.people;
            const parentId = await newParent();
            const [near, far] = [await newChild(parentId), await newChild(parentId, 'stranger')];
            const owners = async () => [
              await ownerOf(parent, parentId),
              await ownerOf(child, near),
              await ownerOf(child, far),
            ];
            const transfer = (asked: string) =>
              ask<Action & { count: number }>(callPath(parent, 'transfer'), {
                ...named(parent, parentId),
                newOwnerUserId: peer.userId,
                changeType: asked,
              });
            const follows = (isAsked: boolean) => onTransfer === 'follow' && (isAsked || changeType === undefined);
            for (const isAsked of [false, true]) {
              const act = await transfer(isAsked ? '1,2,3' : '');
              expect(act.count).toBe(1);
              expect(await owners()).toEqual([peer.userId, (follows(isAsked) ? peer : seller).userId, stranger.userId]);
              expect(await undo(act)).toEqual({ undone: 1, kept: [] });
              expect(await owners()).toEqual([seller.userId, seller.userId, stranger.userId]);
            }
            if (onTransfer === 'stay') return;
            const kept = await transfer('1,2,3');
            await set(parent, parentId, 'version', 9);
            expect(await undo(kept)).toMatchObject({ undone: 0, kept: [{ id: parentId }, { id: near }] });
            expect(await owners()).toEqual([peer.userId, peer.userId, stranger.userId]);
            for (const [type, id] of [
              [parent, parentId],
              [child, near],
            ] as const)
              await set(type, id, 'owner_user_id', seller.userId);
            const act = await transfer('1,2,3');
            const changed = `改过${parentId}的`;
            await ask(callPath(child, 'save'), {
              entity: { [child.idKey]: near, [child.titleField]: changed },
              field: [],
            });
            expect(await undo(act)).toEqual({ undone: 1, kept: [{ id: near, title: changed }] });
            expect(await ownerOf(child, near)).toBe(peer.userId);
          });

        if (can(parent, 'delete'))
          it('leaves nothing that points to a parent that is destroyed', async () => {
            const parentId = await newParent();
            const id = await newChild(parentId);
            if (onDelete === 'refuse') await remove(child, id);
            await remove(parent, parentId);
            expect(await ask(callPath(parent, 'purge'), named(parent, parentId))).toEqual({ count: 1 });
            expect(await recordState(company, parent, parentId)).toBeNull();
            const isGone = onDelete === 'cascade';
            expect(await pointerOf(id)).toBe(isGone ? undefined : null);
            const { rows } = await sql<{ n: number }>`
            select count(*) as n from audit where what = 'record.purge' and subject like ${`${child.name} ${id} %`}`.execute(
              company.db,
            );
            expect(rows[0]?.n).toBe(isGone ? 1 : 0);
            if (onDelete === 'unlink' || onDelete === 'keep') expect(await isThere(child, id)).toBe(true);
          });

        it('is counted on the detail of the parent, as far as the reader sees it', async () => {
          const parentId = await newParent();
          await newChild(parentId);
          await newChild(parentId, 'stranger');
          await remove(child, await newChild(parentId));
          const counts = await ask<{ label: number; fieldName: string }[]>(callPath(parent, 'childCounts'), {
            [parent.idKey]: parentId,
          });
          const own = counts.find(({ label, fieldName }) => label === child.code && fieldName === link);
          expect(own).toEqual(isField ? { label: child.code, fieldName: link, total: visibleWith ? 2 : 1 } : undefined);
        });

        if (within)
          it('points to a part of its own whole only', async () => {
            const part = await create(parent, { [within.theirs]: await theWhole() });
            const owner = recordModule(declaredField(child, within.field)?.relation?.to ?? 0).type;
            const other = await create(owner);
            const given = { [within.field]: other, [link]: part };
            const entity = await newEntity(company, child, '不属于', 'seller', { given });
            const refused = await call(callPath(child, 'save'), { entity, field: [] });
            expect([refused.code, refused.body['detail']]).toEqual([422, { fieldName: link }]);
            expect(refused.msg).toContain(`“${await titleOf(parent, part)}”不属于“${await titleOf(owner, other)}”`);
            const id = await newChild(part);
            const elsewhere = await create(parent, { [within.theirs]: other });
            const moved = { entity: { [child.idKey]: id, [link]: elsewhere }, field: [] };
            expect((await call(callPath(child, 'save'), moved)).code).toBe(422);
            expect(await pointerOf(id)).toBe(part);
          });
      },
    );
  });
}
