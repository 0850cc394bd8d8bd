import { sql } from 'kysely';
import { expect } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';
import type { Company, PersonName } from '#server/testing/company.ts';
import { asDraft, lineOf, newEntity } from '#server/testing/new-entity.ts';
import { secretOf } from '#server/testing/field-types/samples.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import { rowTableOf, type RowTable } from '#shared/record/relations/row-table.ts';

/** A record of a type whose every field but the title is hidden from sellers. */
export interface Subject {
  readonly type: RecordType;
  readonly hidden: readonly Field[];
  /** Fields of its one line but the one that names it: hidden too. */
  readonly hiddenInLines: readonly Field[];
  readonly id: number;
  readonly title: string;
  readonly owner: PersonName;
  /** Another record of the type and owner, with nothing in it. */
  readonly otherId: number;
  /** What the record's hidden fields point to, by their names: somebody else's, which the owner may read, called all the same. */
  readonly relatedIds: Readonly<Record<string, number>>;
  readonly relatedName: string;
  /** What it is sorted into is called. */
  readonly nodeName: string;
}

const sellers = 11;

interface Named {
  readonly name: string;
}

/** No part of which is in that of another type, whose records may be seen. */
const nameOfItsOwn = ({ code }: RecordType, from: 0 | 8): string =>
  Array.from({ length: 6 }, (_, at) => String.fromCodePoint(0x5000 + code * 16 + from + at)).join('');

async function makeSubject(company: Company, type: RecordType, owner: PersonName): Promise<Subject> {
  const kinds: FormType[] = [
    'text',
    'select',
    'number',
    'floatnumber',
    'date',
    'file',
    'checkbox',
    'user',
    'structure',
    'email',
  ];
  const setUp = (await ask(company, 'field/list', { label: type.code }, 'admin')).data as Record<string, unknown>[];
  const drafts = kinds.map((formType, at) => ({
    name: `隐藏 ${formType}`,
    formType,
    setting: ['甲', '乙'],
    isUnique: at === 0 ? 1 : 0,
  }));
  expect((await ask(company, 'field/save', { label: type.code, data: [...setUp, ...drafts] }, 'admin')).msg).toBe('');
  const { all } = await readFields(company.db, type.code);
  const hidden = all.filter((field) => field.fieldName !== type.titleField && field.companionOf === null);
  const inLines = type.lines ? (await readFields(company.db, type.lines.code)).all : [];
  const hiddenInLines = inLines.filter(({ fieldName }) => fieldName !== lineTypeOf(type)?.titleField);
  const upload = await company.call(
    'file/upload',
    {},
    { as: company.people.admin, file: { name: '密.txt', content: Buffer.from('t') } },
  );
  const first = await newEntity(company, type, `显名${type.code}`, owner);
  const made = await ask(
    company,
    callPath(type, 'save'),
    { entity: first, field: [], ...(await lineOf(company, type, owner)) },
    owner,
  );
  const id = (made.data as Record<string, number>)[type.idKey] ?? 0;
  const [relatedName, nodeName] = [nameOfItsOwn(type, 0), nameOfItsOwn(type, 8)];
  const relatedIds: Record<string, number> = {};
  const batchId = String(upload.body['batchId']);
  const entity: Record<string, unknown> = { ...asDraft(type), [type.idKey]: id };
  const field: Record<string, unknown>[] = [];
  for (const one of hidden) {
    const rowTable = rowTableOf(one);
    if (rowTable) relatedIds[one.fieldName] = await newNode(company, rowTable, nodeName);
    else if (one.relation)
      relatedIds[one.fieldName] = await newRelated(company, one.relation, relatedName, owner, relatedIds);
    const value = secretOf(one, { batchId, recordId: relatedIds[one.fieldName] ?? 0 });
    if (one.fieldType === 1) entity[one.fieldName] = value;
    else field.push({ fieldId: one.fieldId, value });
  }
  // a change, so that the log has all of them
  expect((await ask(company, callPath(type, 'save'), { entity, field }, 'admin')).msg).toBe('');
  // the rules of a type may name its records
  const { name } = (await ask(company, `${type.family}/queryById`, { [type.idKey]: id }, 'admin')).data as Named;
  const second = await newEntity(company, type, '旁记录', owner);
  const other = await ask(
    company,
    callPath(type, 'save'),
    { entity: second, field: [], ...(await lineOf(company, type, owner)) },
    owner,
  );
  const otherId = (other.data as Record<string, number>)[type.idKey] ?? 0;
  return { type, hidden, hiddenInLines, id, title: name, owner, otherId, relatedIds, relatedName, nodeName };
}

/** A node to sort the record into. */
async function newNode({ db }: Company, { table, idColumn }: RowTable, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (name) values (${name}) returning ${sql.ref(idColumn)} as id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A record of the administrator's to point to, which the owner may read; within a whole it belongs to what that field points to. */
async function newRelated(
  company: Company,
  { to, within }: Relation,
  title: string,
  owner: PersonName,
  beside: Readonly<Record<string, number>>,
): Promise<number> {
  const { type } = recordModule(to);
  // it belongs to what the record beside it belongs to
  const known = Object.entries(beside).filter(([name]) => within && declaredField(type, name)?.relation);
  const given = { ...Object.fromEntries(known), ...(within ? { [within.theirs]: beside[within.field] } : {}) };
  const entity = await newEntity(company, type, title, 'admin', { given });
  const made = await ask(company, callPath(type, 'save'), { entity, field: [] }, 'admin');
  expect(made.msg).toBe('');
  const { [type.idKey]: id = 0 } = made.data as Record<string, number>;
  await sql`
    insert into record_team (type_code, record_id, user_id, power)
    values (${type.code}, ${id}, ${company.people[owner].userId}, 1)`.execute(company.db);
  return id;
}

const ask = (company: Company, path: string, body: Record<string, unknown>, who: PersonName) =>
  company.call(path, body, { as: company.people[who] });

/** A subject of every registered type but some, of a seller who may do everything with it that its modules allow. */
export async function makeSubjects(company: Company, without: readonly RecordType[] = []): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const { type } of recordModules().filter((one) => !without.includes(one.type))) {
    const modules = [type.module, type.pool?.module ?? type.module];
    const menus = new Set(modules.flatMap((module) => menuIdsBelow(`${type.area}:${module}:`)));
    await sql`
      insert into role_menu (role_id, menu_id) select ${sellers}, unnest(${[...menus]}::int[]) on conflict do nothing`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    subjects.push(await makeSubject(company, type, 'seller'));
  }
  return subjects;
}

/** Hides every field of the subjects from sellers. */
export async function hideAll(company: Company, subjects: readonly Subject[]): Promise<void> {
  for (const { type, hidden, hiddenInLines } of subjects) {
    const data = hidden.map((field) => ({ fieldId: field.fieldId, level: 0 }));
    const answer = await ask(company, 'field/saveRoleField', { roleId: sellers, label: type.code, data }, 'admin');
    expect(answer.msg).toBe('');
    if (!type.lines) continue;
    const inLines = hiddenInLines.map((field) => ({ fieldId: field.fieldId, level: 0 }));
    const body = { roleId: sellers, label: type.lines.code, data: inLines };
    expect((await ask(company, 'field/saveRoleField', body, 'admin')).msg).toBe('');
  }
}
