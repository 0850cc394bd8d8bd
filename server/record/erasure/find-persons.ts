import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { matchesAnyForm } from '#server/record/query/search.ts';
import { recordModules } from '#server/record/registry.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import { contactFields } from './erased-values.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record that may be about the person, in the bin and the pool too. */
export interface FoundPerson {
  readonly type: RecordType;
  readonly id: number;
  readonly title: string;
  /** Its number or mail address, masked; '' for none. */
  readonly hint: string;
  readonly ownerUserId: number | null;
  readonly isDeleted: boolean;
}

/** By name, or by the whole of a number or mail address; '' for none of it. */
export interface PersonSought {
  readonly name: string;
  readonly contact: string;
}

export const wordsSought = ({ name, contact }: PersonSought): string[] => [name, contact].filter((word) => word !== '');

/** Records of all types about persons that are named so, or have the number or mail address; the whole name first, at most so many of a type. */
export async function findPersons(db: Database, sought: PersonSought, atMost: number): Promise<FoundPerson[]> {
  const found: FoundPerson[] = [];
  for (const { type } of recordModules())
    if (type.persons === 'erased') found.push(...(await findIn(db, type, sought, atMost)));
  return found;
}

async function findIn(
  db: Database,
  type: RecordType,
  { name, contact }: PersonSought,
  atMost: number,
): Promise<FoundPerson[]> {
  const fields = await readFields(db, type.code);
  const title = sql.ref(`r.${type.titleField}`);
  const ways = [
    ...[name, contact].flatMap((word) =>
      word === '' ? [] : [matchesAnyForm(type, fields, word, { isCompared: false })],
    ),
    ...(contact === '' ? [] : [hasContact(type, fields, contact)]),
  ];
  const { from } = system('a person is erased everywhere, whoever may see the record', type);
  const id = sql.ref(`r.${type.idColumn}`);
  // each way by itself, so that the first two go by their indexes
  const ids = sql.join(
    ways.map((where) => sql`select ${id} from ${from} where ${where}`),
    sql` union `,
  );
  const hints = fixedContactFields(type, fields).map(({ fieldName }) => sql`r.${sql.ref(fieldName)}`);
  const { rows } = await sql<{
    id: number;
    title: string;
    hints: (string | null)[];
    owner: number | null;
    gone: boolean;
  }>`
    select ${id} as id, ${title} as title, array[${sql.join([...hints, sql`null`])}]::text[] as hints,
      r.owner_user_id as owner, r.deleted_at is not null as gone
    from ${from} where ${id} in (${ids})
    order by ${title} <> ${name}, r.update_time desc, 1 desc limit ${atMost}`.execute(db);
  return rows.map((row) => ({
    type,
    id: row.id,
    title: row.title,
    hint: maskedHint(fixedContactFields(type, fields), row.hints),
    ownerUserId: row.owner,
    isDeleted: row.gone,
  }));
}

const fixedContactFields = (type: RecordType, fields: FieldSet): Field[] =>
  contactFields(type, fields).filter(({ fieldType }) => fieldType === 1);

/** Exactly, as mail addresses are found. */
function hasContact(type: RecordType, fields: FieldSet, contact: string): RawBuilder<boolean> {
  const same = fixedContactFields(type, fields).map(({ fieldName }) => sql`r.${sql.ref(fieldName)} = ${contact}`);
  return sql`(${sql.join(same, sql` or `)})`;
}

function maskedHint(fields: readonly Field[], hints: readonly (string | null)[]): string {
  const at = hints.findIndex((hint) => hint !== null && hint !== '');
  const field = fields[at];
  return field ? fieldTypeOf(field.formType).mask(hints[at] ?? '') : '';
}

const holdsWords = (formType: FormType): boolean => {
  const { personal, storage } = fieldTypeOf(formType);
  return personal !== 'nothing' && storage === 'text';
};

/** Records of types that have to be kept which have the name or the contact in a field of their own, by type. */
export async function keptOf(db: Database, sought: PersonSought): Promise<ReadonlyMap<RecordType, number>> {
  const found = new Map<RecordType, number>();
  for (const { type } of recordModules()) {
    if (type.persons !== 'kept') continue;
    const fields = type.fields.filter(({ formType, companionOf }) => holdsWords(formType) && companionOf === undefined);
    const tests = fields.map(({ fieldName }) => sql`r.${sql.ref(fieldName)} = any(${wordsSought(sought)}::text[])`);
    const { from, live } = system('what has to be kept is counted for whoever erases the rest', type);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${from} where ${live} and (${sql.join(tests, sql` or `)})`.execute(db);
    if ((rows[0]?.count ?? 0) > 0) found.set(type, rows[0]?.count ?? 0);
  }
  return found;
}
