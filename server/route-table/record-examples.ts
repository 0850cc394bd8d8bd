import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import { recordModules } from '#server/record/registry.ts';
import { fill } from '#server/testing/new-entity.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Things } from './things.ts';
import type { Making, Table } from './table.ts';

let made = 0;
const fresh = (prefix: string): string => `${prefix}${(made += 1)}`;

/** A new record of the owner of the things. */
export async function newRecord(table: Table, { owner, records }: Things, type: RecordType): Promise<number> {
  const entity = fill(type, fresh('另一条'), records.crm_customer ?? 0);
  const { data } = await table.company.call(`${type.family}/addOrUpdate`, { entity, field: [] }, { as: owner });
  return (data as Record<string, number>)[type.idKey] ?? 0;
}

async function deletedRecord(table: Table, things: Things, type: RecordType): Promise<number> {
  const id = await newRecord(table, things, type);
  await sql`update ${sql.table(type.table)} set deleted_at = now() where ${sql.ref(type.idColumn)} = ${id}`.execute(
    table.company.db,
  );
  return id;
}

/** The requests of the calls that every type has by its declaration. */
export const recordMakings = (): Readonly<Record<string, Making>> =>
  Object.fromEntries(
    recordModules().flatMap(({ type }) =>
      Object.entries(makingsOf(type)).map(([action, making]) => [`${type.family}/${action}`, making]),
    ),
  );

function makingsOf(type: RecordType): Record<string, Making> {
  const own = ({ records }: Things): number => records[type.name] ?? 0;
  const sheet = (things: Things) => {
    const entity = fill(type, fresh('导入'), things.customerName);
    const rows = [Object.keys(entity), Object.values(entity)].map((cells) => cells.join(','));
    return { name: '记录.csv', content: Buffer.from(`${rows.join('\n')}\n`) };
  };
  const upload: Making = async ({ company: { db } }, things) => {
    // nothing works them off here, and only so many may wait
    await db.updateTable('import_task').set({ status: 'done' }).where('status', 'in', ['waiting', 'undoing']).execute();
    return { body: { ownerUserId: things.owner.userId, repeatHandling: 2 }, file: sheet(things) };
  };
  const select = type.starterFields.find((field) => fieldTypeOf(field.formType).choice === 'one');
  return {
    addOrUpdate: (_table, things) => ({
      body: {
        entity: { [type.idKey]: own(things), remark: fresh('备注') },
        field: select ? [{ fieldName: select.name, value: select.options?.[1] }] : [],
        version: 1,
      },
      creating: { entity: fill(type, fresh('新记录'), things.records.crm_customer ?? 0), field: [] },
    }),
    queryPageList: () => ({ body: {} }),
    addRecord: (_table, things) => ({
      body: { typesId: own(things), content: '又联系了', category: '打电话', batchId: randomUUID() },
    }),
    previewExcel: (_table, things) => ({ body: {}, file: sheet(things) }),
    uploadExcel: upload,
    superUploadExcel: upload,
    allExportExcel: () => ({ body: {} }),
    [`merge${type.family.replace(/^[A-Z][a-z]+/, '')}`]: async (table, things) => ({
      body: { targetId: own(things), ids: [await newRecord(table, things, type)] },
    }),
    restoreByIds: async (table, things) => ({ body: { [type.idsKey]: [await deletedRecord(table, things, type)] } }),
    deleteByIdsReal: async (table, things) => ({ body: { [type.idsKey]: [await deletedRecord(table, things, type)] } }),
    updateFieldByIds: (_table, things) => ({
      body: { ids: [own(things)], fieldName: 'remark', value: fresh('备注') },
    }),
    queryBoard: () => ({ body: { groupField: select?.name ?? '' } }),
  };
}
