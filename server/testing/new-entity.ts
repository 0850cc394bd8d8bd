import type { Company, PersonName } from '#server/testing/company.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { FixedField, RecordType, StarterField } from '#shared/record/record-type.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import type { Storage } from '#shared/record/field-type.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { recordModule } from '#server/record/registry.ts';

interface Holder {
  readonly id: number;
  readonly name: string;
}

const holders = new WeakMap<Company, Map<string, Promise<Holder>>>();

/** A record of a type of each person, for records that have to belong to one. */
export function holderOf(company: Company, type: RecordType, who: PersonName): Promise<Holder> {
  const all = holders.get(company) ?? new Map<string, Promise<Holder>>();
  holders.set(company, all);
  const key = `${type.code}/${who}`;
  const known = all.get(key) ?? newHolder(company, type, who);
  all.set(key, known);
  return known;
}

async function newHolder(company: Company, type: RecordType, who: PersonName): Promise<Holder> {
  const name = `${company.people[who].realname}的公司`;
  return { id: await newOf(company, type, name, who), name };
}

/** A new record, made by whoever may make one: what belongs to the whole company is nobody's own. */
async function newOf(
  company: Company,
  type: RecordType,
  name: string,
  who: PersonName,
  given: Given = {},
): Promise<number> {
  const entity = await newEntity(company, type, name, who, { given });
  const as = company.people[type.isCommon ? 'admin' : who];
  const answer = await company.call(callPath(type, 'save'), { entity, field: [] }, { as });
  return (answer.data as Record<string, number>)[type.idKey] ?? 0;
}

/** Its required fields, with what they point to by id or, as in sheets, by name: `related` knows it by the code of its type. */
export const fill = (
  type: RecordType,
  title: string,
  related: (code: number) => number | string,
  by: 'id' | 'name' = 'id',
): Record<string, number | string> => ({
  ...(by === 'id' ? asDraft(type) : {}),
  ...Object.fromEntries(
    (type.fields as readonly FixedField[])
      .filter(({ required }) => required)
      .map((field) => [field.fieldName, field.relation ? related(field.relation.to) : plainValue(field, title, by)]),
  ),
});

/** What a form says of a document that is to be approved, so that nobody is asked yet. */
export const asDraft = (type: RecordType): Record<string, number> =>
  stateColumns(type).some(({ driver }) => driver === 'approval') ? { checkStatus: checkStatuses.draft } : {};

/** What sheets have to say of the custom fields that a type starts with. */
export const requiredStarters = ({ starterFields }: RecordType): Record<string, string> =>
  Object.fromEntries(
    starterFields.flatMap(({ name, required, options }: StarterField) =>
      required ? [[name, options?.[0] ?? name] as const] : [],
    ),
  );

/** The node that every tree begins with. */
export const firstNode = { id: 1, name: '默认' } as const;

/** What a required field holds that refers to no record. */
function plainValue(field: FixedField, title: string, by: 'id' | 'name'): number | string {
  const { formType, tree, options } = field;
  if (tree) return firstNode[by];
  if (field.rowsOf?.first) return field.rowsOf.first[by];
  return options?.[0] ?? plainByStorage[fieldTypeOf(formType).storage] ?? title;
}
const plainByStorage: Readonly<Partial<Record<Storage, string>>> = { numeric: '10.00', date: '2026-11-05' };

/** Among ids or names by the name of their type, the one for the code of a type. */
export const idAmong =
  <T extends number | string>(byType: Readonly<Record<string, T>>) =>
  (code: number): T => {
    const { name } = recordModule(code).type;
    const found = byType[name];
    if (found === undefined) throw new Error(`there is no record of ${name} yet`);
    return found;
  };

/**
 * What a type with lines is saved with beside its own values: a line that says what each has to, `related` as in `fill`.
 */
export function oneLine(
  { lines }: RecordType,
  related: (code: number) => number | string,
): Record<string, Record<string, unknown>[]> {
  if (!lines) return {};
  const required = lines.fields.filter((field: FixedField) => field.required);
  // what is required counts or names: a number of things, or what they are called
  const values = required.map((field: FixedField) => [
    field.fieldName,
    field.relation ? related(field.relation.to) : lineValue(field),
  ]);
  return { [lines.key]: [Object.fromEntries(values) as Record<string, unknown>] };
}

const lineValue = ({ formType, options }: FixedField): string =>
  fieldTypeOf(formType).storage === 'numeric' ? '2' : (options?.[0] ?? '样品');

/** The same for whoever makes the record, with what lines point to. */
export async function lineOf(company: Company, type: RecordType, who: PersonName): Promise<ReturnType<typeof oneLine>> {
  const ids = new Map<number, number>();
  for (const { required, relation } of (type.lines?.fields ?? []) as readonly FixedField[])
    if (required && relation) ids.set(relation.to, (await holderOf(company, targetOf(relation), who)).id);
  return oneLine(type, (code) => ids.get(code) ?? 0);
}

/** Values that a record is to have. */
type Given = Readonly<Record<string, unknown>>;

interface Made {
  readonly by?: 'id' | 'name';
  readonly given?: Given;
}

/** What a new record of a type has to hold when `who` makes it: what it points to belongs to what is given. */
export async function newEntity(
  company: Company,
  type: RecordType,
  title: string,
  who: PersonName,
  { by = 'id', given = {} }: Made = {},
): Promise<Record<string, unknown>> {
  const entity: Record<string, unknown> = by === 'id' ? asDraft(type) : {};
  for (const field of type.fields as readonly FixedField[]) {
    const { fieldName, required, relation } = field;
    if (!required || Object.hasOwn(given, fieldName)) continue;
    const whole = relation?.within && given[relation.within.field];
    if (!relation) entity[fieldName] = plainValue(field, title, by);
    else if (whole === undefined) entity[fieldName] = (await holderOf(company, targetOf(relation), who))[by];
    else
      entity[fieldName] = await newOf(company, targetOf(relation), `${title}的`, who, {
        [relation.within?.theirs ?? '']: whole,
      });
  }
  return { ...entity, ...given };
}

const targetOf = ({ to }: Relation): RecordType => recordModule(to).type;
