import { sql } from 'kysely';
import { expect } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';
import type { Company, PersonName } from '#server/testing/company.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { secretOf } from '#server/testing/field-types/samples.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record of a type whose every field but the title is hidden from sellers. */
export interface Subject {
  readonly type: RecordType;
  readonly hidden: readonly Field[];
  readonly id: number;
  readonly title: string;
  readonly owner: PersonName;
  /** Another record of the type and owner, with nothing in it. */
  readonly otherId: number;
  /** The customer that the record's hidden fields point to, if they do: somebody else's, which the owner may read. */
  readonly relatedId: number;
  readonly relatedName: string;
}

const sellers = 11;

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
  const upload = await company.call(
    'file/upload',
    {},
    { as: company.people.admin, file: { name: '密.txt', content: Buffer.from('t') } },
  );
  const title = `显名${type.code}`;
  const first = await newEntity(company, type, title, owner);
  const made = await ask(company, `${type.family}/addOrUpdate`, { entity: first, field: [] }, owner);
  const id = (made.data as Record<string, number>)[type.idKey] ?? 0;
  const relatedName = `另一户 ${type.table}`;
  const related = await ask(
    company,
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: relatedName }, field: [] },
    'admin',
  );
  const { customerId } = related.data as { customerId: number };
  const memberIds = [company.people[owner].userId];
  await ask(company, 'CrmCustomer/addMembers', { ids: [customerId], memberIds, power: 1 }, 'admin');
  const held = { batchId: String(upload.body['batchId']), recordId: customerId };
  const entity: Record<string, unknown> = { [type.idKey]: id };
  const field: Record<string, unknown>[] = [];
  for (const one of hidden) {
    const value = secretOf(one, held);
    if (one.fieldType === 1) entity[one.fieldName] = value;
    else field.push({ fieldId: one.fieldId, value });
  }
  // a change, so that the log has all of them
  expect((await ask(company, `${type.family}/addOrUpdate`, { entity, field }, 'admin')).msg).toBe('');
  const second = await newEntity(company, type, '旁记录', owner);
  const other = await ask(company, `${type.family}/addOrUpdate`, { entity: second, field: [] }, owner);
  const otherId = (other.data as Record<string, number>)[type.idKey] ?? 0;
  return { type, hidden, id, title, owner, otherId, relatedId: customerId, relatedName };
}

const ask = (company: Company, path: string, body: Record<string, unknown>, who: PersonName) =>
  company.call(path, body, { as: company.people[who] });

/** A subject of every registered type, of a seller who may do everything with it that its modules allow. */
export async function makeSubjects(company: Company): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const { type } of recordModules()) {
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
  for (const { type, hidden } of subjects) {
    const data = hidden.map((field) => ({ fieldId: field.fieldId, level: 0 }));
    const answer = await ask(company, 'field/saveRoleField', { roleId: sellers, label: type.code, data }, 'admin');
    expect(answer.msg).toBe('');
  }
}
