import { readyForStates } from '#server/modules/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { stagesOf } from '#server/record/states/stages.ts';
import { refuseLocked } from '#server/record/states/locks.ts';
import { openCompany, type Company, type PersonName, type TestType } from '#server/testing/company.ts';
import { asker, designFields } from '#server/testing/conformance.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { grantAll, withoutRight } from '#server/testing/role-rights.ts';
import { askTransition, bodyOf, pairsOf, placesOf, putInto, transitionBy, type Place } from '#server/testing/states.ts';
import { languages } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import {
  declaredStates,
  isStaged,
  offeredTransitions,
  startsIn,
  stateColumns,
  type Locks,
  type StateColumn,
  type StateValue,
} from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Roles of the manager, and of those whose records the manager may change. */
const [managers, sellers] = [8, 11];

/** What a declaration locks, told once more. */
const isLocked = (locks: Locks, name: string): boolean => {
  if (typeof locks === 'string') return true;
  return 'except' in locks ? !locks.except.includes(name) : locks.includes(name);
};
/** The states of a type that lock something, by a name, with their column and what they lock. */
export const lockingStates = (type: RecordType): (readonly [string, StateColumn, StateValue, Locks])[] =>
  stateColumns(type).flatMap((column) =>
    declaredStates(column).flatMap((state) => {
      const locks = state.isClosed ? ('all' as const) : state.locks;
      return locks === undefined
        ? []
        : [[`${type.name}.${column.column} ${state.value}`, column, state, locks] as const];
    }),
  );

/** Every pair of states of a type, with every right; `types` are those that the product lacks. */
export function everyStateOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`every state of ${type.name}`, () => {
    let company: Company;
    beforeAll(async () => {
      company = await openCompany({ types, keepsDrafts: true });
      await grantAll(company, managers, type);
      await grantAll(company, sellers, type);
      await designFields(company, type);
    });
    afterAll(() => company.close());

    const call = (path: string, body: Record<string, unknown>, who: PersonName = 'manager') =>
      company.call(path, body, { as: company.people[who] });
    const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> =>
      asker(company)<T>(path, body, who);

    let names = 0;
    async function create(type: RecordType, who: PersonName = 'seller'): Promise<number> {
      const entity = await newEntity(company, type, `状态${(names += 1)}`, who);
      const id =
        (await ask<Record<string, number>>(callPath(type, 'save'), { entity, field: [] }, who))[type.idKey] ?? 0;
      await ready(type.name, id);
      return id;
    }
    async function ready(name: string, id: number): Promise<void> {
      const { db, services, people } = company;
      await readyForStates[name]?.({ db, gate: services.gate, adminId: people.admin.userId }, id);
    }
    async function createIn(type: RecordType, column: StateColumn, place: Place): Promise<number> {
      const id = await create(type);
      await ready(`${type.name}.${column.column}`, id);
      await putInto(company, type, column, id, place);
      return id;
    }

    /** All that a record is but for its version, which an undo moves on too. */
    async function rowOf(type: RecordType, id: number): Promise<Record<string, unknown>> {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(r) - 'version' as row from ${sql.table(type.table)} as r where ${sql.ref(type.idColumn)} = ${id}`.execute(
        company.db,
      );
      return rows[0]?.row ?? {};
    }
    const stateOf = async (type: RecordType, { column }: StateColumn, id: number) => (await rowOf(type, id))[column];

    async function lastChange(type: RecordType, id: number, column: StateColumn): Promise<unknown> {
      const { rows } = await sql<{ changes: { id: string; from: unknown; to: unknown }[] }>`
      select changes from event where type_code = ${type.code} and record_id = ${id} order by event_id desc limit 1`.execute(
        company.db,
      );
      const change = rows[0]?.changes.find((one) => one.id === column.column);
      return change && { from: change.from, to: change.to };
    }

    const stateNames = async (column: StateColumn): Promise<Map<number, string>> => {
      if (!isStaged(column))
        return new Map(declaredStates(column).map(({ value, label }) => [value, translate('cn', label)]));
      const stages = await stagesOf(company.db, column.values);
      return new Map(stages.map(({ id, name }) => [id, name]));
    };

    describe.each(stateColumns(type).map((one) => [`${type.name}.${one.column}`, one] as const))(
      'the states of %s',
      (_name, column) => {
        const actions = [...new Set(Object.values(column.transitions).map(({ action }) => action))];

        it('are the ones that the database takes', async () => {
          const places = await placesOf(company, column);
          expect(places.length).toBeGreaterThan(1);
          for (const place of places) await createIn(type, column, place);
          const [first = { value: 0, group: null }] = places;
          const id = await createIn(type, column, first);
          await expect(putInto(company, type, column, id, { ...first, value: 99 })).rejects.toThrow(/constraint/);
        });

        it('begin with one of them, unless a group has to be chosen first', async () => {
          const values = (await placesOf(company, column)).map(({ value }) => value);
          const isChosenFirst = isStaged(column) && column.inForms === undefined;
          expect(isChosenFirst ? [null] : values).toContain(await stateOf(type, column, await create(type)));
        });

        it('have a way between two of them with its right only, and back by an undo', async () => {
          for (const { from, to, open } of pairsOf(column, await placesOf(company, column))) {
            for (const name of open) {
              const { action, isUndoable } = transitionBy(column, name);
              const at = [column.column, from.value, name, to.value];
              for (const right of column.driver ? [] : actions) {
                const id = await createIn(type, column, from);
                await withoutRight(company, managers, type, right, async () => {
                  const { code } = await askTransition(company, type, column, {
                    name,
                    to: to.value,
                    ids: [id],
                    who: 'manager',
                  });
                  expect([...at, right, code]).toEqual([...at, right, right === action ? 403 : 0]);
                });
                expect(await stateOf(type, column, id)).toBe(right === action ? from.value : to.value);
              }
              const id = await createIn(type, column, from);
              const before = await rowOf(type, id);
              const answer = await askTransition(company, type, column, {
                name,
                to: to.value,
                ids: [id],
                who: 'manager',
              });
              expect([...at, answer.code, answer.msg]).toEqual([...at, 0, '']);
              expect(await stateOf(type, column, id)).toBe(to.value);
              expect(await lastChange(type, id, column)).toEqual({ from: from.value, to: to.value });
              const { operationId } = answer.data as { operationId: number | null };
              const mayUndo = isUndoable !== false && column.driver === undefined;
              expect([...at, operationId !== null]).toEqual([...at, mayUndo]);
              if (operationId === null) continue;
              expect(await ask('operation/undo', { operationId }, 'manager')).toEqual({ undone: 1, kept: [] });
              expect(await rowOf(type, id)).toEqual(before);
            }
          }
        });

        it('have no other way: it is refused whoever asks, and names both states', async () => {
          const called = await stateNames(column);
          for (const { from, to, shut } of pairsOf(column, await placesOf(company, column))) {
            for (const name of shut) {
              const id = await createIn(type, column, from);
              const before = await rowOf(type, id);
              for (const who of ['manager', 'admin'] as const) {
                const answer = await askTransition(company, type, column, { name, to: to.value, ids: [id], who });
                expect([name, [409, 422].includes(answer.code)]).toEqual([name, true]);
                for (const { value } of [from, to]) expect(answer.msg).toContain(called.get(value));
              }
              expect(await rowOf(type, id)).toEqual(before);
            }
          }
        });

        it('change for all records or for none, and not beyond the own reach', async () => {
          const places = await placesOf(company, column);
          for (const { from, to, open } of pairsOf(column, places).filter((pair) => pair.open.length > 0)) {
            const [name = ''] = open;
            const { isRepeatable } = transitionBy(column, name);
            const [one, other, there] = [
              await createIn(type, column, from),
              await createIn(type, column, from),
              await createIn(type, column, to),
            ];
            const states = () => Promise.all([one, other, there].map((id) => stateOf(type, column, id)));
            const asked = (ids: readonly number[]) =>
              askTransition(company, type, column, { name, to: to.value, ids, who: 'manager' });
            if (!column.driver) {
              const foreign = await create(type, 'stranger');
              expect((await asked([one, foreign])).code).toBe(404);
            }
            const mixed = await asked([one, other, there]);
            expect(await states()).toEqual(
              isRepeatable ? [to.value, to.value, to.value] : [from.value, from.value, to.value],
            );
            if (isRepeatable) expect(mixed.data).toMatchObject({ count: 2 });
            else expect(mixed.detail).toEqual({ refused: [expect.objectContaining({ id: there, msg: mixed.msg })] });
            await putInto(company, type, column, one, from);
            await putInto(company, type, column, other, from);
            expect((await asked([one, other])).data).toMatchObject({ count: 2 });
            expect(await states()).toEqual([to.value, to.value, to.value]);
          }
        });

        it('change once when two ask at the same time, and the loser reads who it was and when', async () => {
          const called = await stateNames(column);
          const { manager, seller } = company.people;
          for (const { from, to, open } of pairsOf(column, await placesOf(company, column))) {
            for (const name of open) {
              const id = await createIn(type, column, from);
              const both = await Promise.all(
                (['manager', 'seller'] as const).map((who) =>
                  askTransition(company, type, column, { name, to: to.value, ids: [id], who }),
                ),
              );
              const won = both.findIndex(({ code }) => code === 0);
              const lost = both[1 - won];
              if (transitionBy(column, name).isRepeatable) {
                expect(both.map(({ data }) => (data as { count: number }).count).toSorted()).toEqual([0, 1]);
                continue;
              }
              expect([name, won >= 0, lost?.code]).toEqual([name, true, 409]);
              expect(lost?.msg).toContain([manager.realname, seller.realname][won]);
              expect(lost?.msg).toContain(called.get(to.value));
              expect(lost?.msg).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
              expect(await stateOf(type, column, id)).toBe(to.value);
            }
          }
        });

        it('take one of two ways that exclude each other', async () => {
          const open = pairsOf(column, await placesOf(company, column)).flatMap((pair) =>
            pair.open.map((name) => ({ ...pair, name })),
          );
          for (const left of open) {
            for (const right of open.filter(({ from }) => from === left.from)) {
              const excludes = (first: typeof left, then: typeof left) =>
                !startsIn(transitionBy(column, then.name), first.to.value, then.to.value);
              if (left.to === right.to || !excludes(left, right) || !excludes(right, left)) continue;
              const id = await createIn(type, column, left.from);
              const both = await Promise.all(
                [left, right].map(({ name, to }) =>
                  askTransition(company, type, column, { name, to: to.value, ids: [id], who: 'manager' }),
                ),
              );
              expect(both.map(({ code }) => code).toSorted()).toEqual([0, 409]);
              expect(await stateOf(type, column, id)).toBe((both[0]?.code === 0 ? left : right).to.value);
            }
          }
        });

        it('offer what a process drives to nobody', async () => {
          expect(offeredTransitions(column).length > 0).toBe(column.driver === undefined && actions.length > 0);
          if (column.driver === undefined) return;
          for (const { from, to, open } of pairsOf(column, await placesOf(company, column))) {
            for (const name of open) {
              const id = await createIn(type, column, from);
              for (const path of ['changeState', 'changeStage']) {
                const answer = await call(
                  `${type.family}/${path}`,
                  { ids: [id], ...bodyOf(column, name, to.value) },
                  'admin',
                );
                expect([path, answer.code]).not.toEqual([path, 0]);
              }
              expect(await stateOf(type, column, id)).toBe(from.value);
            }
          }
        });
      },
    );

    describe.each(lockingStates(type))('what %s locks', (_name, column, state, locks) => {
      const hostOf = (fieldName: string) =>
        type.fields.find((field: FixedField) => field.fieldName === fieldName && field.companionOf)?.companionOf ??
        fieldName;

      it('is read-only in the form of a record in this state, and in no other', async () => {
        const id = await create(type);
        const named = ({ fieldName }: { readonly fieldName: string }): string => fieldName;
        const computed = type.fields.filter((field: FixedField) => field.formula || field.rollup).map(named);
        const formOf = () => ask<FormField[]>('field/queryField', { label: type.code, id }, 'manager');
        expect((await formOf()).filter(({ disabled }) => disabled === 1).map(named)).toEqual(computed);
        await putInto(company, type, column, id, { value: state.value, group: null });
        const form = await formOf();
        const expected = form.map(({ fieldName }) => [
          fieldName,
          isLocked(locks, hostOf(fieldName)) || computed.includes(fieldName) ? 1 : 0,
        ]);
        expect(form.map(({ fieldName, disabled }) => [fieldName, disabled])).toEqual(expected);
        expect(expected.some(([, disabled]) => disabled === 1)).toBe(true);
      });

      it.each(languages)('is refused by the names of field and state (%s)', async (language) => {
        const id = await create(type);
        await putInto(company, type, column, id, { value: state.value, group: null });
        const [row] = await storedRows(company.db, type, [id]);
        const actor = await company.services.gate.actorFor(company.db, company.people.manager.userId);
        const fields = await fieldsOf(company.db, actor, type);
        for (const { fieldName, name } of fields.all) {
          const refusal = () => refuseLocked(type, fields, row ?? {}, [fieldName], language);
          if (!isLocked(locks, hostOf(fieldName))) expect(refusal).not.toThrow();
          else {
            let refused: unknown;
            try {
              refusal();
            } catch (error) {
              refused = error;
            }
            expect(refused).toBeInstanceOf(AppError);
            const { code, params, detail } = refused as AppError;
            expect([code, detail]).toEqual(['record.locked_field', { fieldName }]);
            const text = translate(language, code, params);
            if (language === 'cn') expect(text).toContain(name);
            expect(text).toContain(translate(language, state.label));
          }
        }
        expect(() => refuseLocked(type, fields, row ?? {}, [], language)).not.toThrow();
      });

      it('keeps other columns of states that it names where they are', async () => {
        for (const other of stateColumns(type)) {
          if (other === column || other.driver || !Array.isArray(locks) || !locks.includes(other.column)) continue;
          for (const { from, to, open } of pairsOf(other, await placesOf(company, other)))
            for (const name of open) {
              const id = await createIn(type, other, from);
              await putInto(company, type, column, id, { value: state.value, group: null });
              const answer = await askTransition(company, type, other, {
                name,
                to: to.value,
                ids: [id],
                who: 'manager',
              });
              expect([name, answer.code]).toEqual([name, 422]);
              expect(await stateOf(type, other, id)).toBe(from.value);
            }
        }
      });
    });
  });
}
