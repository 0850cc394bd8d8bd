import { sql, type RawBuilder } from 'kysely';
import { holding } from '#server/platform/database/like.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import { readPhone } from '#shared/record/written-phone.ts';

/**
 * Records whose search text contains the fragment. Two characters or more use the index on `search_tokens` (migration
 * 0008); the comparison then verifies that the tokens are adjacent. For a reader who cannot see all of the searched
 * fields it uses those that they can see: the index only preselects (security A6).
 */
export function matchesSearch(type: RecordType, fields: FieldSet, fragment: string): Where {
  const tokens = tokensOf(searchForm(fragment));
  const compared = holdsFragment(type, fields, fragment);
  if (tokens.length === 0) return compared;
  // the cheap comparison first: without an index, or within an `or`, tokens are computed for few rows only
  return sql`(${compared} and search_tokens(r.search_text) @> ${tokens}::text[])`;
}

/** As `matchesSearch` without the index: for few records, such as those of one other record, and for deleted ones. */
export const holdsFragment = (type: RecordType, fields: FieldSet, fragment: string): Where =>
  comparison(type, fields, holding(searchForm(fragment)));

/** As the database's `search_form`, without what nobody sees: names have none of it. */
export const searchForm = (text: string): string => uniqueKey(text).toLowerCase();

/** Possible initials of a name's pinyin: two letters or more, with digits where the name has some. */
export function initialsOf(fragment: string): string | null {
  const text = searchForm(fragment).replaceAll(' ', '');
  return /^[a-z0-9]{2,40}$/.test(text) && /[a-z]/.test(text) ? text : null;
}

/**
 * As `matchesSearch`, and by the initials of the record's name (migration 0029) or by a number in any notation;
 * `isCompared` without the index.
 */
export function matchesAnyForm(
  type: RecordType,
  fields: FieldSet,
  fragment: string,
  { isCompared }: { readonly isCompared: boolean },
): Where {
  const indexed = (column: RawBuilder<unknown>, tokens: readonly string[]): Where =>
    isCompared ? sql<boolean>`true` : sql<boolean>`search_tokens(${column}) @> ${[...tokens]}::text[]`;
  const tests = [(isCompared ? holdsFragment : matchesSearch)(type, fields, fragment)];
  const initials = initialsOf(fragment);
  if (initials !== null && fields.byName.get(type.titleField)?.hidden === false)
    tests.push(sql`(r.initials like ${holding(initials)} and ${indexed(sql`r.initials`, tokensOf(initials))})`);
  const digits = numberOf(fragment);
  const numbers = numberFieldsOf(type, fields);
  if (digits !== null && numbers.length > 0) {
    const same = numbers.map((name) => sql`regexp_replace(r.${sql.ref(name)}, '\\D', '', 'g') like ${holding(digits)}`);
    tests.push(sql`(${indexed(sql`r.search_text`, [digits.slice(-4)])} and (${sql.join(same, sql` or `)}))`);
  }
  return sql`(${sql.join(tests, sql` or `)})`;
}

const numberFields = ['mobile', 'telephone'] as const;
export type NumberField = (typeof numberFields)[number];

/** Number fields by which records of a type are found, if the reader can see them (security A6). */
export const numberFieldsOf = (type: RecordType, fields: FieldSet): NumberField[] =>
  numberFields.filter((name) => type.searchFields.includes(name) && fields.byName.get(name)?.hidden === false);

/** Those masked for the reader, which find nothing. */
export const maskedNumbersOf = (type: RecordType, fields: FieldSet): NumberField[] =>
  numberFields.filter((name) => type.searchFields.includes(name) && fields.byName.get(name)?.masked === true);

/** The digits of a number possibly written with gaps or its country code; null for anything else. */
export function numberOf(fragment: string): string | null {
  const digits = readPhone(fragment)?.digits.replace(/\D/g, '') ?? '';
  return digits.length >= 4 ? digits : null;
}

function comparison(type: RecordType, fields: FieldSet, pattern: string): Where {
  const known = type.searchFields.filter((name) => fields.byName.get(name)?.hidden === false);
  if (known.length === type.searchFields.length) return sql`r.search_text like ${pattern}`;
  if (known.length === 0) return sql`false`;
  const parts = known.map((name) => sql`search_form(r.${sql.ref(name)}) like ${pattern}`);
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** The tokens of every text with this fragment: groups of four digits where there are four in a row, else pairs. */
export function tokensOf(text: string): string[] {
  const signs = [...text];
  const isDigit = (at: number): boolean => /^[0-9]$/.test(signs[at] ?? '');
  const isFour = (start: number): boolean => start >= 0 && [0, 1, 2, 3].every((step) => isDigit(start + step));
  const tokens = new Set<string>();
  for (let at = 0; at < signs.length; at += 1) {
    if (isFour(at)) tokens.add(signs.slice(at, at + 4).join(''));
    const inFour = [at - 2, at - 1, at].some(isFour);
    if (at + 1 < signs.length && !inFour) tokens.add(signs.slice(at, at + 2).join(''));
  }
  return [...tokens];
}
