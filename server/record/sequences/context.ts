import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { recordModule, type RuleProblem, type Values } from '#server/record/registry.ts';
import type { Sequence } from '#server/record/sequences/settings.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ReferenceText } from '#shared/record/sequence/number-text.ts';
import { perDepartment, referencesIn } from '#shared/record/sequence/pattern.ts';

/** What sequences of a type are looked at with. */
export interface Numbering {
  readonly db: Database;
  readonly actor: Actor;
  readonly type: RecordType;
  readonly fields: FieldSet;
}

/** A record that is to have a number. */
export interface ToNumber {
  readonly values: Values;
  readonly ownerUserId: number | null;
  /** In place of the owner's. */
  readonly deptId?: number;
}

/** Which counter a record's number comes from, and what its references say. */
export interface Context {
  readonly scopeKey: string;
  readonly textOf: ReferenceText;
}
export const isContext = (one: Context | RuleProblem): one is Context => 'scopeKey' in one;

/** The records that a relation of a pattern names, with the texts of their fields. */
interface Source {
  readonly ids: readonly (number | null)[];
  readonly texts: ReadonlyMap<number, Readonly<Record<string, string | null>>>;
}

/** The only thing that a pattern may say of a department. */
const departmentName = 'name';

/** A field that names one record of another type. */
export function relationField(fields: FieldSet, name: string): (Field & { readonly parent: RecordType }) | undefined {
  const field = fields.byName.get(name);
  return field?.relation ? { ...field, parent: recordModule(field.relation.to).type } : undefined;
}

/** Whether a pattern may refer to it: text and figures of one line. */
export async function isReferable({ db, actor, fields }: Numbering, relation: string, name: string): Promise<boolean> {
  if (relation === perDepartment) return name === departmentName;
  const found = relationField(fields, relation);
  const field = found && (await fieldsOf(db, actor, found.parent)).byName.get(name);
  return field !== undefined && ['text', 'numeric', 'date'].includes(fieldColumn(field).storage);
}

/** For each record the counter and the texts that its number is made from, or why it can have none. */
export async function contextsOf(
  numbering: Numbering,
  { field, pattern, per }: Sequence,
  records: readonly ToNumber[],
): Promise<(Context | RuleProblem)[]> {
  const references = referencesIn(pattern);
  const names = new Set([...references.map(({ relation }) => relation), ...(per === '' ? [] : [per])]);
  const sources = new Map<string, Source>();
  for (const name of names) {
    const asked = references.filter(({ relation }) => relation === name).map(({ fieldName }) => fieldName);
    sources.set(
      name,
      await (name === perDepartment ? departments(numbering.db, records) : parents(numbering, name, asked, records)),
    );
  }
  return records.map((_, at) => {
    const textAt = (relation: string, fieldName: string): string => {
      const source = sources.get(relation);
      return source?.texts.get(source.ids[at] ?? 0)?.[fieldName] ?? '';
    };
    const lacking = references.find(({ relation, fieldName }) => textAt(relation, fieldName) === '');
    if (lacking) {
      const { relation } = lacking;
      const parent = labelOf(numbering, relation);
      const fieldName = relation === perDepartment ? '' : relation;
      return { code: 'sequence.parent', params: { name: field.name, parent }, fieldName };
    }
    const scopeKey = per === '' ? '' : String(sources.get(per)?.ids[at] ?? '');
    return { scopeKey, textOf: ({ relation, fieldName }) => textAt(relation, fieldName) };
  });
}

const labelOf = ({ actor, fields }: Numbering, relation: string): string =>
  relation === perDepartment
    ? translate(actor.language, 'sequence.department')
    : (fields.byName.get(relation)?.name ?? relation);

async function departments(db: Database, records: readonly ToNumber[]): Promise<Source> {
  const owners = [...new Set(records.flatMap(({ ownerUserId }) => (ownerUserId === null ? [] : [ownerUserId])))];
  const people =
    owners.length === 0
      ? []
      : await db.selectFrom('app_user').select(['user_id', 'dept_id']).where('user_id', 'in', owners).execute();
  const deptOf = new Map(people.map((person) => [person.user_id, person.dept_id]));
  const ids = records.map(({ ownerUserId, deptId }) => deptId ?? deptOf.get(ownerUserId ?? 0) ?? null);
  const rows = await db
    .selectFrom('department')
    .select(['dept_id', 'name'])
    .where('dept_id', 'in', [0, ...new Set(ids.flatMap((id) => (id === null ? [] : [id])))])
    .execute();
  return { ids, texts: new Map(rows.map((row) => [row.dept_id, { [departmentName]: row.name }])) };
}

async function parents(
  { db, actor, fields }: Numbering,
  relation: string,
  names: readonly string[],
  records: readonly ToNumber[],
): Promise<Source> {
  const ids = records.map(({ values }) => (typeof values[relation] === 'number' ? values[relation] : null));
  const present = [...new Set(ids)].filter((id) => id !== null);
  const found = relationField(fields, relation);
  if (!found || present.length === 0) return { ids, texts: new Map() };
  // whoever may save the record reads its number, so the numbers say what the reader's roles may hide of the parent
  const { byName } = await fieldsOf(db, actor, found.parent);
  const columns = names.flatMap((name) => {
    const field = byName.get(name);
    return field ? [sql`${name}::text, ${fieldColumn(field).value}::text`] : [];
  });
  if (columns.length === 0) return { ids, texts: new Map() };
  const id = sql.ref(`r.${found.parent.idColumn}`);
  const { rows } = await sql<{ id: number; texts: Record<string, string | null> }>`
    select ${id} as id, jsonb_build_object(${sql.join(columns)}) as texts from ${sql.table(found.parent.table)} as r
    where ${id} = any(${present}::bigint[])`.execute(db);
  return { ids, texts: new Map(rows.map((row) => [row.id, row.texts])) };
}
