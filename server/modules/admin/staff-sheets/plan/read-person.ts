import type { StaffColumnName } from '#server/modules/admin/staff-sheets/columns.ts';
import type { RowProblem } from '#server/record/import/rows.ts';
import { sexWordsBeside } from '#shared/admin/staff-sheets/staff-words.ts';
import { usernamePattern } from '#shared/admin/user-calls.ts';
import { languages } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import { storedMobile } from '#shared/record/written-phone.ts';

/** What the cells of a row say about a person. */
export interface ReadPerson {
  readonly realname: string;
  /** The number as it is stored, or as it is written when it is none. */
  readonly username: string;
  readonly dept: string;
  readonly post: string;
  readonly superior: string;
  /** The names of roles in the cell; `known` keeps names with a separator in them whole. */
  readonly rolesIn: (known: ReadonlySet<string>) => readonly string[];
  /** Null for an empty cell. */
  readonly sex: number | null;
  readonly email: string;
  readonly num: string;
  readonly problems: readonly RowProblem[];
  /** What somebody new must have and this one lacks. */
  readonly missing: readonly RowProblem[];
}

/** Most characters of a cell, as the form of a person takes them. */
const most = { realname: 50, post: 50, num: 40 } as const;

/** A mobile number in any notation as the login name that it makes; the text itself when it makes none. */
export function usernameOf(written: string): string {
  if (usernamePattern.test(written)) return written;
  const found = storedMobile(written, '86');
  return found?.areaCode === '86' && usernamePattern.test(found.phone) ? found.phone : written;
}

export function readPerson(cells: Readonly<Partial<Record<StaffColumnName, string>>>): ReadPerson {
  const problems: RowProblem[] = [];
  const missing: RowProblem[] = [];
  const said = (name: StaffColumnName): string => cells[name] ?? '';
  for (const [name, max] of Object.entries(most) as [keyof typeof most, number][])
    if ([...said(name)].length > max) problems.push({ code: 'field.too_long', params: { name, max }, column: name });
  const username = usernameOf(said('username'));
  if (username === '') problems.push({ code: 'user.username_required', params: {}, column: 'username' });
  else if (!usernamePattern.test(username))
    problems.push({ code: 'user.username_format', params: {}, column: 'username' });
  const email = said('email');
  if (email !== '' && !isEmail(email))
    problems.push({ code: 'field.email', params: { name: 'email' }, column: 'email' });
  const sex = sexOf(said('sex'));
  if (sex === undefined) problems.push({ code: 'staff_sheet.sex', params: {}, column: 'sex' });
  if (said('realname') === '') missing.push({ code: 'user.name_required', params: {}, column: 'realname' });
  if (said('dept') === '') missing.push({ code: 'field.required', params: { name: 'dept' }, column: 'dept' });
  return {
    realname: said('realname'),
    username,
    dept: said('dept'),
    post: said('post'),
    superior: said('superior'),
    rolesIn: (known) => rolesIn(said('roles'), known),
    sex: sex ?? null,
    email,
    num: said('num'),
    problems,
    missing,
  };
}

function rolesIn(text: string, known: ReadonlySet<string>): string[] {
  if (text === '') return [];
  if (known.has(text)) return [text];
  const names = text.split(/[,，、;；\n]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

const sexWords: ReadonlyMap<string, number> = new Map([
  ...languages.flatMap((language) =>
    ([0, 1, 2] as const).map((sex) => [translate(language, `person.sex_${sex}`).toLowerCase(), sex] as const),
  ),
  ...Object.entries(sexWordsBeside),
]);

/** Null for an empty cell, undefined for a word that says nothing. */
const sexOf = (text: string): number | null | undefined => (text === '' ? null : sexWords.get(text.toLowerCase()));
