import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import { recordModules } from '#server/record/registry.ts';
import { declares } from '#server/testing/suites/declared-calls.ts';
import { fill, idAmong, oneLine, requiredStarters } from '#server/testing/new-entity.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { columnsOf, stateCalls, type StateCall } from '#shared/record/states/state-calls.ts';
import { declaredStates, offeredTransitions, startsIn, stateColumns } from '#shared/record/states/state.ts';
import { fresh } from './example-parts.ts';
import { makerOf, type Things } from './things.ts';
import type { Examples, Making, Table } from './table.ts';

/** A new record of the owner of the things. */
export async function newRecord(table: Table, { owner, records }: Things, type: RecordType): Promise<number> {
  const entity = fill(type, fresh('另一条'), idAmong(records));
  const body = { entity, field: [], ...oneLine(type, idAmong(records)) };
  const as = makerOf(table.company, type, owner);
  const { data, code, msg } = await table.company.call(callPath(type, 'save'), body, { as });
  if (!data) throw new Error(`${type.name} is not saved: ${code} ${msg}`);
  return (data as Record<string, number>)[type.idKey] ?? 0;
}

async function deletedRecord(table: Table, things: Things, type: RecordType): Promise<number> {
  const id = await newRecord(table, things, type);
  await sql`update ${sql.table(type.table)} set deleted_at = now() where ${sql.ref(type.idColumn)} = ${id}`.execute(
    table.company.db,
  );
  return id;
}

/** A new record of a type that nobody owns. */
export async function pooledRecord(table: Table, things: Things, type: RecordType): Promise<number> {
  const id = await newRecord(table, things, type);
  await sql`update ${sql.table(type.table)} set owner_user_id = null where ${sql.ref(type.idColumn)} = ${id}`.execute(
    table.company.db,
  );
  return id;
}

/** The requests of the calls that every type has by its declaration: none needs examples of its own. */
export const recordMakings = (): Examples =>
  Object.fromEntries(
    recordModules().flatMap(({ type }) => [
      ...Object.entries(makingsOf(type)).flatMap(([name, making]) => {
        const call = name as NamedCall;
        return declares(type, call) ? [[callPath(type, call), making] as const] : [];
      }),
      ...stateCalls(type).map((call) => [call.path, changeOfState(type, call)] as const),
    ]),
  );

function makingsOf(type: RecordType): Partial<Record<NamedCall, Making>> {
  const own = ({ records }: Things): number => records[type.name] ?? 0;
  const sheet = (things: Things) => {
    const entity = { ...fill(type, fresh('导入'), idAmong(things.names), 'name'), ...requiredStarters(type) };
    const rows = [Object.keys(entity), Object.values(entity)].map((cells) => cells.join(','));
    return { name: '记录.csv', content: Buffer.from(`${rows.join('\n')}\n`) };
  };
  const upload: Making = async ({ company: { db } }, things) => {
    // nothing works them off here, and only so many may wait
    await db.updateTable('import_task').set({ status: 'done' }).where('status', 'in', ['waiting', 'undoing']).execute();
    return { body: { ownerUserId: things.owner.userId, repeatHandling: 2 }, file: sheet(things) };
  };
  const note = noteField(type);
  const select = type.starterFields.find((field) => fieldTypeOf(field.formType).choice === 'one');
  return {
    print: (_table, things) => ({ body: { [type.idKey]: own(things) } }),
    save: (_table, things) => ({
      body: {
        entity: { [type.idKey]: own(things), [note]: fresh('备注') },
        field: select ? [{ fieldName: select.name, value: select.options?.[1] }] : [],
        version: 1,
        ...oneLine(type, idAmong(things.records)),
      },
      creating: {
        entity: fill(type, fresh('新记录'), idAmong(things.records)),
        field: [],
        ...oneLine(type, idAmong(things.records)),
      },
    }),
    list: () => ({ body: {} }),
    followUp: (_table, things) => ({
      body: { typesId: own(things), content: '又联系了', category: '打电话', batchId: randomUUID() },
    }),
    preview: (_table, things) => ({ body: {}, file: sheet(things) }),
    upload: upload,
    superUpload: upload,
    exportAll: () => ({ body: {} }),
    merge: async (table, things) => ({
      body: { targetId: own(things), ids: [await newRecord(table, things, type)] },
    }),
    // what the things come with may be needed by others
    remove: async (table, things) => ({ body: { [type.idsKey]: [await newRecord(table, things, type)] } }),
    restore: async (table, things) => ({ body: { [type.idsKey]: [await deletedRecord(table, things, type)] } }),
    purge: async (table, things) => ({ body: { [type.idsKey]: [await deletedRecord(table, things, type)] } }),
    editField: (_table, things) => ({
      body: { ids: [own(things)], fieldName: note, value: fresh('备注') },
    }),
    board: () => ({ body: { groupField: groupOf(type) } }),
  };
}

/** A text of a record that may be anything: the remark, where there is one. */
const noteField = ({ fields }: RecordType): string =>
  (
    fields.find(({ fieldName }) => fieldName === 'remark') ??
    fields.find((field: FixedField) => !field.required && fieldTypeOf(field.formType).storage === 'text')
  )?.fieldName ?? '';

/** What a board of the type can be grouped by: a choice that it starts with, or a state. */
function groupOf(type: RecordType): string {
  const select = type.starterFields.find((field) => fieldTypeOf(field.formType).choice === 'one');
  return select?.name ?? stateColumns(type)[0]?.fieldName ?? '';
}

/** The first transition out of the state that new records are in. */
const changeOfState =
  (type: RecordType, call: StateCall): Making =>
  (_table, { records }) => {
    for (const column of columnsOf(type, call)) {
      const usual = declaredStates(column).find(({ isUsual }) => isUsual)?.value ?? null;
      const [name, transition] = offeredTransitions(column).find(([, one]) => startsIn(one, usual)) ?? [];
      if (name === undefined) continue;
      const reason = transition?.reason ? { input: { remark: '另有安排' } } : {};
      return { body: { ids: [records[type.name]], column: column.column, transition: name, ...reason } };
    }
    return {};
  };
