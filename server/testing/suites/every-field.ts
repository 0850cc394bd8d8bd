import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SheetCell } from '#server/platform/sheets/cell.ts';
import { openCompany, type Company, type PersonName, type TestType } from '#server/testing/company.ts';
import {
  asker,
  canonical,
  designFields,
  fieldNames,
  followsFrom,
  holds,
  operandOf,
  relatedTitle,
  sample,
  saveBody,
  changedAlone,
  sentNames,
  sortedIds,
} from '#server/testing/conformance.ts';
import { badValues } from '#server/testing/field-types/samples.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { fieldTypeOf, partsOf } from '#shared/record/field-types.ts';
import { rowKey, type Field, type FieldValue } from '#shared/record/field.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedKey, relatedName } from '#shared/record/relations/relation.ts';

/** A record with what it was sent and what it has to hold. */
interface Held {
  readonly id: number;
  readonly values: ReadonlyMap<Field, FieldValue>;
}
interface FormField {
  readonly fieldName: string;
  readonly value: unknown;
}
type Row = Record<string, unknown>;

/** What the cases of a type share: records of the peer, three full ones and an empty one. */
interface Stage {
  readonly records: readonly Held[];
  readonly rows: ReadonlyMap<number, Row>;
  readonly exported: SheetCell[][];
  /** Forms of records before they were exported and deleted, and of those that the import made of the sheet. */
  readonly sent: readonly (readonly FormField[])[];
  readonly imported: readonly (readonly FormField[])[];
}

/** What every record type does with every field that it has or can be given; `types` are those that the product lacks. */
export function everyFieldOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`every field of ${type.name}`, () => {
    let company: Company;
    let imports: Imports;
    let fields: ReadonlyMap<string, Field>;
    let stage: Stage;
    /** Whether records leave on sheets, and come in by them. */
    const [leaves, comesBack] = [can(type, 'export'), can(type, 'import')];
    const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> =>
      asker(company)<T>(path, body, who);

    async function create(who: PersonName, at: number, tag: string, only?: Field): Promise<Held> {
      const own = [...fields.values()].filter(
        (field) => field.companionOf === null && (!only || field === only || field.required),
      );
      const sent = new Map<Field, unknown>();
      for (const field of own) {
        if (at < 3 || field.required) sent.set(field, await sample(company, field, at, { tag, who, beside: sent }));
      }
      const saved = await ask<Record<string, number>>(callPath(type, 'save'), saveBody(type, sent), who);
      const id = saved[type.idKey] ?? 0;
      const form = await formOf(id, who);
      const held = (field: Field): unknown =>
        followsFrom(type, field.fieldName)
          ? form.find(({ fieldName }) => fieldName === field.fieldName)?.value
          : sent.get(field);
      return { id, values: new Map(own.map((field) => [field, canonical(field, held(field))])) };
    }

    const call = (name: NamedCall, body: Row, who: PersonName) =>
      company.call(callPath(type, name), body, { as: company.people[who] });
    const formOf = (id: number, who: PersonName) => ask<FormField[]>('field/queryField', { label: type.code, id }, who);
    /** Condition for the records of a person, where everybody reaches all. */
    const ofPerson = (who: PersonName): Row =>
      type.isCommon
        ? { data: [{ fieldName: 'owner_user_id', condition: 'is', value: String(company.people[who].userId) }] }
        : {};
    const listOf = async (body: Row, who: PersonName): Promise<Row[]> =>
      (await ask<{ list: Row[] }>(callPath(type, 'list'), { limit: 100, ...body }, who)).list;

    /** The sheet of the records of an export alone. */
    async function firstSheet(content: Buffer): Promise<Buffer> {
      const [, headers = [], ...rows] = (await imports.cells(content)).map((cells) => cells.map(cellText));
      return imports.workbook(rows, { headers });
    }

    /** Sends records through a sheet: exported, deleted, imported. */
    async function roundTrip(): Promise<Pick<Stage, 'sent' | 'imported'>> {
      const records = [0, 1, 2].map((at) => create('subordinate', at, '往返'));
      const ids = (await Promise.all(records)).map(({ id }) => id);
      const forms = (list: readonly number[]) => Promise.all(list.map((id) => formOf(id, 'subordinate')));
      const sent = await forms(ids);
      const { subordinate } = company.people;
      const { raw } = await company.call(callPath(type, 'exportChosen'), { ids }, { as: subordinate });
      // unique values are free again
      if (can(type, 'delete')) await ask(callPath(type, 'remove'), { [type.idsKey]: ids }, 'admin');
      else
        await sql`update ${sql.table(type.table)} set deleted_at = now() where ${sql.ref(type.idColumn)} = any(${ids}::bigint[])`.execute(
          company.db,
        );
      // lines leave on a sheet of their own; one of several may be sent
      const file = { name: '往返.xlsx', content: type.lines ? await firstSheet(raw) : raw };
      const preview = await company.call(callPath(type, 'preview'), {}, { as: subordinate, file });
      expect(preview.msg).toBe('');
      const { columns } = preview.data as { columns: { index: number; fieldName: string | null }[] };
      const mapping = JSON.stringify(
        Object.fromEntries(columns.map(({ index, fieldName }) => [index, fieldName ?? ''])),
      );
      const upload = { repeatHandling: 2, ownerUserId: subordinate.userId, mapping };
      const answer = await company.call(callPath(type, 'upload'), upload, { as: subordinate, file });
      expect(await imports.follow(answer.data, subordinate)).toMatchObject({ createdSize: 3, errSize: 0 });
      const back = await listOf({ sortField: type.titleField, order: 2, ...ofPerson('subordinate') }, 'subordinate');
      return { sent, imported: await forms(back.map((row) => Number(row[type.idKey]))) };
    }

    beforeAll(async () => {
      company = await openCompany({ types, jobs: true, keepsDrafts: true });
      imports = openImports(company, { type });
      for (const one of [type, ...types.map((further) => further.type)]) await grantToStaff(company, one);
      fields = await designFields(company, type);
      const records: Held[] = [];
      for (const at of [0, 1, 2, 3]) records.push(await create('peer', at, '甲'));
      const rows = new Map((await listOf({}, 'peer')).map((row) => [Number(row[type.idKey]), row]));
      const exported = leaves ? await imports.cells((await call('exportAll', {}, 'peer')).raw) : [];
      stage = { records, rows, exported, ...(leaves && comesBack ? await roundTrip() : { sent: [], imported: [] }) };
    });
    afterAll(async () => {
      imports.close();
      await company.close();
    });

    const peopleAndDepts = () => {
      const people = Object.values(company.people);
      return {
        user: (userId: number) => people.find((one) => one.userId === userId)?.realname,
        dept: (deptId: number) => ({ 1: '办公室', [company.people.stranger.deptId]: '销售二部' })[deptId] ?? '销售一部',
        record: relatedTitle,
      };
    };
    const textOf = (field: Field, value: FieldValue): string =>
      value === null ? '' : fieldTypeOf(field.formType).toText(value, field, peopleAndDepts());

    /** What stands on a row of the wire for a value. */
    const onRow = (field: Field, value: FieldValue): Row => {
      if (field.formType === 'map_address')
        return { ...((value ?? { address: '', detailAddress: '', location: '', lng: '', lat: '' }) as object) };
      const own = { [rowKey(field)]: Array.isArray(value) ? textOf(field, value) : (value ?? '') };
      return isRelated(field.formType) ? { ...own, [relatedKey(field)]: textOf(field, value) } : own;
    };

    const fieldOf = (name: string): Field => {
      const field = fields.get(name);
      if (!field) throw new Error(`no field ${name}`);
      return field;
    };
    const valuesOf = (field: Field) =>
      new Map(stage.records.map(({ id, values }) => [id, values.get(field) ?? null] as const));

    /** Of the records of this stage: others may have been made to be pointed to. */
    const ownIds = (list: readonly Row[]): number[] => {
      const own = new Set(stage.records.map(({ id }) => id));
      return list.map((row) => Number(row[type.idKey])).filter((id) => own.has(id));
    };

    it.each(fieldNames(type))('%s: is created, read back and shown in the list', async (name) => {
      const field = fieldOf(name);
      for (const [id, value] of valuesOf(field)) {
        expect(stage.rows.get(id)).toMatchObject(onRow(field, value));
        const form = (await formOf(id, 'peer')).find((one) => one.fieldName === name);
        if (field.formType === 'file') expect(form?.value).toHaveLength(value === null ? 0 : 1);
        else expect(canonical(field, form?.value)).toEqual(value);
      }
      const heads = await ask<{ fieldName: string }[]>('field/queryListHead', { label: type.code }, 'peer');
      const key = isRelated(field.formType) ? relatedKey(field) : (partsOf(field)?.keys[0] ?? rowKey(field));
      expect(heads.map((head) => head.fieldName)).toContain(key);
    });

    it.each(fieldNames(type))('%s: is found by each of its conditions', async (name) => {
      const field = fieldOf(name);
      const values = valuesOf(field);
      const [first = null, second = null] = values.values();
      const offered = await ask<{ fieldName: string; operators: string[] }[]>(
        'scene/queryField',
        { label: type.code },
        'peer',
      );
      const { operators } = fieldTypeOf(field.formType);
      const offeredAs = isRelated(field.formType) ? relatedName(field) : name;
      expect(offered.find((one) => one.fieldName === offeredAs)?.operators).toEqual(operators);
      for (const operator of operators) {
        const operand = operandOf(field, operator, first, second);
        const data = [{ fieldName: name, condition: operator, ...operand }];
        const found = ownIds(await listOf({ data }, 'peer'));
        const expected = [...values].filter(([, value]) => holds(field, operator, value, operand)).map(([id]) => id);
        expect([operator, ...found.toSorted((a, b) => a - b)]).toEqual([operator, ...expected]);
      }
    });

    it.each(fieldNames(type))('%s: orders the list both ways, or says that it does not', async (name) => {
      const field = fieldOf(name);
      for (const order of [1, 2]) {
        const body = { sortField: name, order, limit: 100 };
        const answer = await company.call(callPath(type, 'list'), body, { as: company.people.peer });
        if (!fieldTypeOf(field.formType).sortable) expect(answer.msg).toContain('排序');
        else
          expect(ownIds((answer.data as { list: Row[] }).list)).toEqual(sortedIds(field, valuesOf(field), order === 1));
      }
    });

    it.each(fieldNames(type))(
      '%s: is one value in every way to write it, if it is unique (security C11)',
      async (name) => {
        const field = fieldOf(name);
        if (!field.unique || fieldTypeOf(field.formType).storage !== 'text') return;
        const { values } = await create('subordinate', 0, `甲${name}`);
        const other = await create('subordinate', 1, `乙${name}`);
        const value = String(values.get(field));
        for (const sign of ['\u200B', '\u2060', '\u00AD', '\uFE0F', '\u3164', '\u200D', '\u202E', '\u{E0041}']) {
          const written = `${sign}${value.slice(0, 1)}${sign}${value.slice(1)}${sign}`;
          const { msg } = await call('save', saveBody(type, new Map([[field, written]]), other.id), 'subordinate');
          expect([sign, msg]).toEqual([sign, expect.stringContaining('已存在')]);
        }
      },
    );

    // a sum of percentages says nothing
    it('is summed up when it is a number or an amount', async () => {
      const { sums } = await ask<{ sums: { fieldName: string; sum: string }[] }>(
        callPath(type, 'sums'),
        ofPerson('peer'),
        'peer',
      );
      const numbers = fieldNames(type).filter((name) => ['number', 'floatnumber'].includes(fieldOf(name).formType));
      expect(numbers.length).toBeGreaterThan(1);
      const expected = numbers.map((name) => {
        const values = [...valuesOf(fieldOf(name)).values()].map(Number);
        return [rowKey(fieldOf(name)), values.reduce((sum, value) => sum + value, 0)];
      });
      // columns that the server keeps are summed up too
      const names = expected.map(([name]) => name);
      const ofFields = sums.filter(({ fieldName }) => names.includes(fieldName));
      expect(ofFields.map(({ fieldName, sum }) => [fieldName, Number(sum)])).toEqual(expected);
    });

    it.each(leaves ? fieldNames(type) : [])('%s: leaves in an export and comes back by an import', (name) => {
      const field = fieldOf(name);
      const { exported, records, sent, imported } = stage;
      const [, headings = []] = exported;
      const title = fieldOf(type.titleField);
      const columnOf = (label: string) => headings.findIndex((one) => String(one).replace('(*)', '') === label);
      const titleAt = columnOf(title.name);
      for (const { values } of records) {
        const row = exported.find((cells) => cells[titleAt] === values.get(title)) ?? [];
        const value = values.get(field) ?? null;
        if (field.formType === 'map_address') {
          const address = (value ?? { address: ',,', detailAddress: '' }) as { address: string; detailAddress: string };
          const parts = [...address.address.split(','), '', ''].slice(0, 3);
          const cells = ['省', '市', '区', '详细地址'].map((label) => row[columnOf(label)] ?? '');
          expect(cells).toEqual([...parts, address.detailAddress]);
        } else expect(cellText(row[columnOf(field.name)])).toBe(inSheet(field, value));
      }
      expect(sent).toHaveLength(comesBack ? 3 : 0);
      for (const [at, form] of sent.entries()) {
        const [before, after] = [form, imported[at] ?? []].map(
          (one) => one.find((part) => part.fieldName === name)?.value,
        );
        // files do not travel in sheets, nor does the point that somebody chose on a map
        if (field.formType === 'file') expect(after).toEqual([]);
        else if (field.formType === 'map_address')
          expect(after).toMatchObject({ ...(before as object), lng: expect.any(String), lat: expect.any(String) });
        else expect(after).toEqual(before);
      }
    });

    it.each(changedAlone(type))('%s: is changed, and the log says from what to what', async (name) => {
      const field = fieldOf(name);
      const { id, values } = await create('seller', 0, `改${field.fieldId}`, field);
      const next = await sample(company, field, 1, { tag: `改${field.fieldId}`, who: 'seller', beside: values });
      const change = saveBody(type, new Map([[field, next]]), id);
      const first = await ask<{ version: number }>(callPath(type, 'save'), change, 'seller');
      expect(first.version).toBe(2);
      // the same value once more is no change
      expect((await ask<{ version: number }>(callPath(type, 'save'), change, 'seller')).version).toBe(2);
      const log = await ask<{ content: string[] }[]>(
        'CrmRecord/queryRecordList',
        { actionId: id, types: type.name },
        'seller',
      );
      const [from, to] = [values.get(field) ?? null, canonical(field, next)].map((value) => textOf(field, value));
      // what follows from it by a rule of the type is said beside it
      expect(log[0]?.content).toContain(`将${field.name} 由${from}修改为${to}。`);
      expect(log).toHaveLength(2);
    });

    it.each(changedAlone(type))('%s: is edited on many records, and that is undone', async (name) => {
      const field = fieldOf(name);
      const tag = `批${field.fieldId}`;
      const first = await create('seller', 0, tag, field);
      const records = [first];
      // two records that belong to different wholes have no part in common
      if (!field.unique && !field.relation?.within) records.push(await create('seller', 2, tag, field));
      const ids = records.map(({ id }) => id);
      const value = await sample(company, field, 1, { tag, who: 'seller', beside: first.values });
      const body = { ids, fieldName: name, value };
      const answer = await company.call(callPath(type, 'editField'), body, { as: company.people.seller });
      if (field.formType === 'file') return expect(answer.code).not.toBe(0);
      expect(answer.msg).toBe('');
      const held = async (id: number) =>
        canonical(field, (await formOf(id, 'seller')).find((one) => one.fieldName === name)?.value);
      for (const id of ids) expect(await held(id)).toEqual(canonical(field, value));
      const { operationId } = answer.data as { operationId: number };
      expect(await ask('operation/undo', { operationId }, 'seller')).toMatchObject({ undone: ids.length, kept: [] });
      for (const { id, values } of records) expect(await held(id)).toEqual(values.get(field));
    });

    it.each(sentNames(type))('%s: refuses a bad value and names itself', async (name) => {
      const field = fieldOf(name);
      const { id } = stage.records[0] ?? { id: 0 };
      const body = saveBody(type, new Map([[field, badValues[field.formType]]]), id);
      const answer = await company.call(callPath(type, 'save'), body, { as: company.people.peer });
      expect([answer.code === 0, answer.body['detail']]).toMatchObject([false, { fieldName: name }]);
    });

    it.each(fieldNames(type))('%s: is not there for a role that it is hidden from', async (name) => {
      const field = fieldOf(name);
      const levels = (data: readonly object[]) =>
        company.call('field/saveRoleField', { roleId: 11, label: type.code, data }, { as: company.people.admin });
      const hidden = await levels([{ fieldId: field.fieldId, level: 0 }]);
      // the name of a record is for everybody who sees it
      if (name === type.titleField) return expect(hidden.code).not.toBe(0);
      expect(hidden.msg).toBe('');
      const { id } = stage.records[0] ?? { id: 0 };
      const key = field.formType === 'map_address' ? 'detailAddress' : rowKey(field);
      for (const row of await listOf({}, 'peer')) expect(Object.keys(row)).not.toContain(key);
      expect((await formOf(id, 'peer')).map((one) => one.fieldName)).not.toContain(name);
      const heads = await ask<{ fieldName: string }[]>('field/queryListHead', { label: type.code }, 'peer');
      expect(heads.map((head) => head.fieldName)).not.toContain(rowKey(field));
      const data = [{ fieldName: name, condition: 'isNull' }];
      const asked = await company.call(callPath(type, 'list'), { data }, { as: company.people.peer });
      expect(asked.code).not.toBe(0);
      expect((await levels([])).msg).toBe('');
      expect(Object.keys((await listOf({}, 'peer'))[0] ?? {})).toContain(key);
    });

    /** A cell as text: numbers and dates lie in sheets as such. */
    const cellText = (cell: SheetCell | undefined): string =>
      typeof cell === 'object' && cell !== null && 'date' in cell ? cell.date : String(cell ?? '');

    function inSheet(field: Field, value: FieldValue): string {
      if (value === null || field.formType === 'file') return '';
      const text = textOf(field, value);
      return fieldTypeOf(field.formType).storage === 'numeric' ? String(Number(text)) : text;
    }
  });
}
