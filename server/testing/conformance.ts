import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import { companyDay } from '#server/record/sequences/counters.ts';
import { asDraft, firstNode, newEntity } from '#server/testing/new-entity.ts';
import { sampleOf } from '#server/testing/field-types/samples.ts';
import type { Company, Person, PersonName } from '#server/testing/company.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { formTypes, type Address, type Field, type FieldValue, type FormType } from '#shared/record/field.ts';
import type { Operator } from '#shared/record/operator.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';

const options = ['甲', '乙', '丙'];
/** Form types that the designer offers; addresses and what a record belongs to are declared. */
const added = formTypes.filter((formType) => fieldTypeOf(formType).addable);
const customName = (formType: FormType): string => `自定 ${formType}`;

/** Names of all fields of a type that stand for themselves, with a custom one of every form type. */
export const fieldNames = (type: RecordType): string[] => [
  ...type.fields.filter(({ companionOf }) => companionOf === undefined).map(({ fieldName }) => fieldName),
  ...type.starterFields.map(({ name }) => name),
  ...added.map(customName),
];

/** Whether the server says what a field holds, whatever is sent: what is computed, numbered, or comes from lines. */
export function followsFrom(type: RecordType, fieldName: string): boolean {
  const declared = declaredField(type, fieldName);
  const money: readonly string[] = Object.values(type.lines?.amounts?.head ?? {});
  return (
    declared?.isFilled === true ||
    declared?.formula !== undefined ||
    declared?.sequence !== undefined ||
    money.includes(fieldName)
  );
}

/** Of these fields, those that hold what they are sent. */
export const sentNames = (type: RecordType): string[] => fieldNames(type).filter((name) => !followsFrom(type, name));

/** Those of them that can be changed by themselves: where a record must point to a part, the whole changes with the part. */
export const changedAlone = (type: RecordType): string[] =>
  sentNames(type).filter((name) =>
    type.fields.every(({ required, relation }: FixedField) => !required || relation?.within?.field !== name),
  );

/** Adds the custom fields through the designer's call. */
export async function designFields(company: Company, type: RecordType): Promise<ReadonlyMap<string, Field>> {
  const as = company.people.admin;
  const present = (await company.call('field/list', { label: type.code }, { as })).data as object[];
  const drafts = added.map((formType) => ({ name: customName(formType), formType, setting: options }));
  const answer = await company.call('field/save', { label: type.code, data: [...present, ...drafts] }, { as });
  expect(answer.msg).toBe('');
  const { byName } = await readFields(company.db, type.code);
  const withBounds = (field: Field): Field => ({
    ...field,
    positive: declaredField(type, field.fieldName)?.positive ?? false,
  });
  return new Map([...byName].map(([name, field]) => [name, withBounds(field)]));
}

interface SampleOptions {
  readonly tag: string;
  readonly who: PersonName;
  /** What the record says already: what it points to belongs to that. */
  readonly beside?: ReadonlyMap<Field, unknown>;
}

/** What a field of the record number `at` (0, 1, 2) of a group is sent; `tag` tells groups apart. */
export async function sample(
  company: Company,
  field: Field,
  at: number,
  { tag, who, beside = new Map() }: SampleOptions,
): Promise<unknown> {
  return sampleOf(field, at, {
    tag,
    people: company.people,
    file: () => upload(company, company.people[who]),
    record: (name) => related(company, who, field, name, beside),
    node: (place) => nodeOf(company, field, place),
  });
}

async function upload(company: Company, as: Person): Promise<unknown> {
  const file = { name: '附件.txt', content: Buffer.from(randomUUID()) };
  return (await company.call('file/upload', {}, { as, file })).body['batchId'];
}

type Pointing = Pick<Field, 'relation' | 'tree' | 'rowsOf'>;

const relatedNames = new Map<string, string>();
const relatedKey = ({ relation }: Pointing, id: number): string => `${relation?.to}/${id}`;

/** A record of the person's, to be pointed to. */
async function related(
  company: Company,
  who: PersonName,
  field: Field,
  name: string,
  beside: ReadonlyMap<Field, unknown>,
): Promise<number> {
  const { type } = recordModule(field.relation?.to ?? 0);
  const within = field.relation?.within;
  // it belongs to what the record beside it belongs to
  const known = [...beside].flatMap(([{ fieldName }, value]) =>
    within && declaredField(type, fieldName)?.relation ? [[fieldName, value] as const] : [],
  );
  const whole = [...beside].find(([{ fieldName }]) => fieldName === within?.field)?.[1];
  const given = { ...Object.fromEntries(known), ...(within && whole !== undefined ? { [within.theirs]: whole } : {}) };
  const entity = await newEntity(company, type, name, who, { given });
  const saved = await company.call(callPath(type, 'save'), { entity, field: [] }, { as: company.people[who] });
  const id = (saved.data as Record<string, number>)[type.idKey] ?? 0;
  relatedNames.set(relatedKey(field, id), name);
  return id;
}

/** One of three nodes or rows of a field's table. */
async function nodeOf({ db }: Company, field: Pointing, at: number): Promise<number> {
  const rowTable = rowTableOf(field);
  if (!rowTable) throw new Error('the field names no node');
  const name = `第${(at % 3) + 1}类`;
  const [table, id] = [sql.table(rowTable.table), sql.ref(rowTable.idColumn)];
  await sql`insert into ${table} (name) values (${name}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${table} where name = ${name}`.execute(db);
  nodeNames.set(rows[0]?.id ?? 0, name);
  return rows[0]?.id ?? 0;
}
const nodeNames = new Map<number, string>([[firstNode.id, firstNode.name]]);

/** Names of the records and nodes that samples point to. */
export const relatedTitle = (field: Pointing, id: number): string =>
  rowTableOf(field) ? (nodeNames.get(id) ?? '') : (relatedNames.get(relatedKey(field, id)) ?? '');

/** A value as records keep it. */
export function canonical(field: Field, raw: unknown): FieldValue {
  const result = fieldTypeOf(field.formType).parse(raw, field);
  if (!result.ok) throw new Error(`${field.fieldName}: ${result.problem.code}`);
  return result.value;
}

/** The save of values: fixed fields in `entity`, custom ones as descriptors. */
export function saveBody(type: RecordType, values: ReadonlyMap<Field, unknown>, id?: number) {
  const entity: Record<string, unknown> = { ...asDraft(type), ...(id === undefined ? {} : { [type.idKey]: id }) };
  const field: { fieldId: number; value: unknown }[] = [];
  for (const [one, value] of values) {
    if (one.fieldType === 1) entity[one.fieldName] = value;
    else field.push({ fieldId: one.fieldId, value });
  }
  return { entity, field };
}

export interface Operand {
  readonly value?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}

/** What a condition on a field is asked with, made from values that records hold. */
export function operandOf(field: Field, operator: Operator, former: FieldValue, value: FieldValue): Operand {
  const { storage } = fieldTypeOf(field.formType);
  if (operator === 'isNull' || operator === 'isNotNull') return {};
  if (operator === 'between') return { start: former, end: value };
  if (operator === 'period') return { value: 'past' };
  if (storage === 'address') {
    const { address, detailAddress } = former as Address;
    return { value: operator === 'contains' ? detailAddress : address.split(',')[0] };
  }
  if (storage === 'id_list' || storage === 'text_list') {
    const items = value as readonly (string | number)[];
    return { value: operator === 'in' ? items.join(',') : items[0] };
  }
  if (operator === 'in') return { value: [former, value] };
  const text = storage === 'record' ? relatedTitle(field, Number(value)) : String(value);
  if (operator === 'contains' || operator === 'notContains' || operator === 'startWith')
    return { value: text.slice(0, 2) };
  return { value: operator === 'endWith' ? text.slice(-2) : value };
}

/** Whether a condition holds for a value: the meaning of R8.1, said once more without SQL. */
export function holds(field: Field, operator: Operator, value: FieldValue, { value: asked, start, end }: Operand) {
  if (operator === 'isNull') return value === null;
  if (operator === 'isNotNull') return value !== null;
  const negated = operator === 'isNot' || operator === 'notContains';
  if (value === null) return negated;
  const { storage } = fieldTypeOf(field.formType);
  if (storage === 'address') {
    const { address, detailAddress } = value as Address;
    if (operator === 'contains') return `${address}${detailAddress}`.includes(String(asked));
    return address === asked || address.startsWith(`${String(asked)},`);
  }
  if (storage === 'id_list' || storage === 'text_list') {
    const items = (value as readonly (string | number)[]).map(String);
    return (
      String(asked)
        .split(',')
        .some((one) => items.includes(one)) !== negated
    );
  }
  const [own, other] = [ranked(storage, value), ranked(storage, asked)];
  const text = storage === 'record' ? relatedTitle(field, Number(value)) : String(value);
  switch (operator) {
    case 'is':
      return own === other;
    case 'isNot':
      return own !== other;
    case 'contains':
      return text.includes(String(asked));
    case 'notContains':
      return !text.includes(String(asked));
    case 'startWith':
      return text.startsWith(String(asked));
    case 'endWith':
      return text.endsWith(String(asked));
    case 'gt':
      return own > other;
    case 'egt':
      return own >= other;
    case 'lt':
      return own < other;
    case 'elt':
      return own <= other;
    case 'in':
      return (asked as unknown[]).some((one) => ranked(storage, one) === own);
    case 'period':
      // a day that is not over yet is not past, whatever the hour
      return text.slice(0, 10) < companyDay();
    case 'between':
      return own >= ranked(storage, start) && own <= ranked(storage, end);
  }
}

const ranked = (storage: string, value: unknown): string | number =>
  storage === 'numeric' ? Number(value) : String(value);

const pinyin = new Intl.Collator('zh-u-co-pinyin');

/** Ids in the order of a sort: what is empty comes last either way. */
export function sortedIds(field: Field, values: ReadonlyMap<number, FieldValue>, descending: boolean): number[] {
  const { storage } = fieldTypeOf(field.formType);
  const sign = descending ? -1 : 1;
  const compare = (left: FieldValue, right: FieldValue): number =>
    storage === 'text' ? pinyin.compare(String(left), String(right)) : Number(order(left, right));
  const order = (left: FieldValue, right: FieldValue) =>
    Number(ranked(storage, left) > ranked(storage, right)) - Number(ranked(storage, left) < ranked(storage, right));
  return [...values]
    .toSorted(([leftId, left], [rightId, right]) => {
      if (left === null || right === null) {
        const empty = Number(left === null) - Number(right === null);
        return empty === 0 ? sign * (leftId - rightId) : empty;
      }
      return sign * (compare(left, right) || leftId - rightId);
    })
    .map(([id]) => id);
}

/** Calls of a company by path and person, refusals thrown. */
export const asker =
  (company: Company) =>
  async <T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> => {
    const answer = await company.call(path, body, { as: company.people[who] });
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer.data as T;
  };
