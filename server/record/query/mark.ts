import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { initialsOf, searchForm } from '#server/record/query/search.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface SpelledName {
  readonly initials: string;
  /** Number of initials up to each character of the name; empty where the fragment cannot be initials. */
  readonly initials_until: readonly number[];
}

export const initialsUntilEach = (title: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(select length(pinyin_initials(left(${title}, n))) from generate_series(1, length(${title})) as n order by n)`;

/** Position of the fragment in the name, literal or by initials, in characters; twice 0 where it is not there. */
export function markOf(name: string, spelled: SpelledName, fragment: string): [from: number, to: number] {
  const literal = literalMark(name, fragment);
  if (literal) return literal;
  const initials = initialsOf(fragment);
  const start = initials === null ? -1 : spelled.initials.indexOf(initials);
  if (initials === null || start < 0) return [0, 0];
  const end = start + initials.length;
  const from = spelled.initials_until.findIndex((count) => count > start);
  const to = spelled.initials_until.findIndex((count) => count >= end);
  return from < 0 || to < 0 ? [0, 0] : [from, to + 1];
}

function literalMark(name: string, fragment: string): [from: number, to: number] | null {
  const wanted = [...searchForm(fragment)];
  const signs = [...searchForm(name)];
  const at = signs.findIndex((_, start) => wanted.every((sign, step) => signs[start + step] === sign));
  return at < 0 ? null : [at, at + wanted.length];
}

interface Mark {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** Where the names of a page have what was searched for; how they are spelled is asked for those that do not say it. */
export async function marksOf(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  { rows, fragment }: { readonly rows: readonly StoredRow[]; readonly fragment: string },
): Promise<Mark[]> {
  if (fields.byName.get(type.titleField)?.hidden !== false) return [];
  const nameOf = (row: StoredRow): string => String(row[type.titleField] ?? '');
  const idOf = (row: StoredRow): number => Number(row[type.idColumn]);
  const others = rows.filter((row) => literalMark(nameOf(row), fragment) === null).map(idOf);
  const id = sql.ref(`r.${type.idColumn}`);
  const spelled =
    initialsOf(fragment) === null || others.length === 0
      ? []
      : (
          await sql<SpelledName & { readonly id: number }>`
            select ${id} as id, r.initials, ${initialsUntilEach(sql.ref(`r.${type.titleField}`))} as initials_until
            from ${sql.table(type.table)} as r where ${id} = any(${others}::bigint[])`.execute(db)
        ).rows;
  const spelledOf = new Map(spelled.map((one) => [one.id, one]));
  return rows.flatMap((row): Mark | [] => {
    const none: SpelledName = { initials: '', initials_until: [] };
    const [from, to] = markOf(nameOf(row), spelledOf.get(idOf(row)) ?? none, fragment);
    return to === 0 ? [] : { id: idOf(row), from, to };
  });
}
