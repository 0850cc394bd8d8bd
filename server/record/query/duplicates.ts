import { uniqueKey } from '#shared/text/invisible.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeDuplicateTurn } from '#server/record/access/turns.ts';
import { loadRegions } from '#server/platform/places/gazetteer.ts';
import { leastCharacters, leastDigits, mostCountedDuplicates, mostDuplicates } from '#shared/record/duplicates.ts';
import { defaultAreaCode } from '#shared/record/phone.ts';
import { phoneForms } from '#shared/record/written-phone.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { checksDuplicates } from '#server/record/query/duplicate-switch.ts';
import { openedFromPool, scoped } from '#server/record/access/scope.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import {
  maskedNumbersOf,
  matchesSearch,
  numberFieldsOf,
  searchForm,
  tokensOf,
  type NumberField,
} from '#server/record/query/search.ts';

/**
 * Words that would match half the company; a check for them alone, or for a province or city, finds nothing (R18.2).
 */
const commonWords = new Set([
  '中国',
  '公司',
  '有限公司',
  '有限责任公司',
  '股份有限公司',
  '集团',
  '国际',
  '分公司',
  '总公司',
]);
let regions: ReadonlySet<string> | undefined;

function isTooCommon(name: string): boolean {
  regions ??= new Set(
    loadRegions().regions.flatMap((region) => (region.path.length <= 2 ? [region.name, region.bareName] : [])),
  );
  return commonWords.has(name) || regions.has(name);
}

export interface Duplicate {
  readonly id: number;
  readonly title: string;
  readonly mobile: string;
  readonly telephone: string;
  readonly ownerUserName: string;
  /** 1 = the actor may open it. */
  readonly mayRead: 0 | 1;
}

/** The first matches, and how many more there are, up to a limit. */
export interface Duplicates {
  readonly list: readonly Duplicate[];
  readonly more: number;
}

interface Asked {
  readonly name?: string | undefined;
  readonly mobile?: string | undefined;
  readonly telephone?: string | undefined;
  /** Only matches whose related record is one of these; alone it matches all of them. */
  readonly within?: { readonly column: string; readonly ids: readonly number[] } | undefined;
}

interface Sought {
  readonly tests: readonly RawBuilder<unknown>[];
  /** Numbers in the answer. */
  readonly answered: readonly NumberField[];
  readonly within: Asked['within'];
}

interface FoundRow extends Readonly<Partial<Record<NumberField, string | null>>> {
  readonly id: number;
  readonly title: string;
  readonly owner: number | null;
  /** Within the actor's scope. */
  readonly open: boolean;
  /** In the pool, if the actor may open it. */
  readonly pooled: boolean;
  /** All matches, up to a limit. */
  readonly total: number;
}

function shownNumber(fields: FieldSet, row: FoundRow, name: NumberField): string {
  const number = row[name] ?? '';
  const field = fields.byName.get(name);
  if (field?.masked) return number === '' ? '' : fieldTypeOf(field.formType).mask(number);
  return row.open ? number : masked(number);
}

/** Enough to recognise a known number: of a short one, such as a local telephone, two digits only. */
const masked = (number: string): string =>
  number.length < 11
    ? `${'*'.repeat(Math.max(0, number.length - 2))}${number.slice(-2)}`
    : `${number.slice(0, 3)}****${number.slice(-4)}`;

/**
 * Possible duplicates of a record about to be entered, in all scopes: that is the point of the check. Numbers outside
 * the actor's scope are masked, and every check is logged (security A13).
 */
export async function findDuplicates(db: Database, actor: Actor, type: RecordType, asked: Asked): Promise<Duplicates> {
  const name = asked.name?.trim() ?? '';
  const fields = await fieldsOf(db, actor, type);
  // people who cannot see a field cannot search by it either (security A6)
  const known = numberFieldsOf(type, fields);
  const numbers = [...new Set(known.flatMap((one) => uniqueKey(asked[one] ?? '')))].filter(
    (number) => number.replace(/\D/g, '').length >= leastDigits,
  );
  const named = [...name].length >= leastCharacters && !isTooCommon(name);
  if (!(await checksDuplicates(db, type.name))) throw new AppError('duplicates.off');
  const { within } = asked;
  if (!named && numbers.length === 0 && !within) return { list: [], more: 0 };
  await takeDuplicateTurn(db, actor, type);
  // the same company comes before names that contain the text
  const tests = [
    ...(named ? [isSameCompany(type, name)] : []),
    ...numberTests(type, numbers, known),
    ...(named ? [holdsName(type, fields, name)] : []),
  ];
  const answered = [...known, ...maskedNumbersOf(type, fields)];
  const rows = await foundBy(db, actor, type, { tests, answered, within });
  const names = await directoryOf(db, actor.rights.version);
  const mayRead = actor.mayDo(permissionOf(type, 'read'));
  const list = rows.map((row): Duplicate => ({
    id: row.id,
    title: row.title,
    mobile: shownNumber(fields, row, 'mobile'),
    telephone: shownNumber(fields, row, 'telephone'),
    ownerUserName: row.owner === null ? '' : (names.user(row.owner) ?? ''),
    mayRead: (row.open && mayRead) || row.pooled ? 1 : 0,
  }));
  return { list, more: Math.min(mostCountedDuplicates, (rows[0]?.total ?? 0) - rows.length) };
}

/** A page of matches of a duplicate check. */
export const pageOfDuplicates = <T>(
  duplicates: readonly T[],
  { page, limit }: { readonly page: number; readonly limit: number },
  more = 0,
) => ({
  list: duplicates.slice((page - 1) * limit, page * limit),
  totalRow: duplicates.length,
  ...(more > 0 && { more }),
});

/** Records that pass a test, sorted by the first test; without any, all of `within`. */
async function foundBy(
  db: Database,
  actor: Actor,
  type: RecordType,
  { tests, answered, within }: Sought,
): Promise<FoundRow[]> {
  const isWithin = within ? sql`r.${sql.ref(within.column)} = any(${[...within.ids]}::bigint[])` : sql`true`;
  const hits = (tests.length > 0 ? tests : [sql`true`]).map(
    (test, place) => sql`(
      select r.${sql.ref(type.idColumn)} as id, ${place}::int as place from ${sql.table(type.table)} as r
      where r.deleted_at is null and ${test} and ${isWithin} limit ${mostDuplicates + mostCountedDuplicates})`,
  );
  const columns = [sql`r.owner_user_id as owner`, ...answered.map((one) => sql`r.${sql.ref(one)}`)];
  const { rows } = await sql<FoundRow>`${keptPlan}
    with found as (${sql.join(hits, sql` union all `)})
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title, ${sql.join(columns)},
      coalesce(${scoped(actor, type).where}, false) as open, coalesce(${openedFromPool(actor, type)}, false) as pooled, f.total
    from (select id, min(place) as place, count(*) over () as total from found group by id order by 2, 1 limit ${mostDuplicates}) as f
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = f.id
    order by f.place, f.id`.execute(db);
  return rows;
}

/** The same company with other brackets or another legal form. */
const isSameCompany = (type: RecordType, name: string): RawBuilder<unknown> =>
  sql`(company_name_key(r.${sql.ref(type.titleField)}) = company_name_key(${name}) and company_name_key(${name}) <> '')`;

const holdsName = (type: RecordType, fields: FieldSet, name: string): RawBuilder<unknown> =>
  sql`(${matchesSearch(type, fields, name)}
    and search_form(r.${sql.ref(type.titleField)}) like ${holding(searchForm(name))})`;

/** Records with the same number, whatever its notation: mobiles as stored, telephones by their digits (R10.3). */
function numberTests(
  type: RecordType,
  numbers: readonly string[],
  known: readonly NumberField[],
): RawBuilder<unknown>[] {
  const areaField = type.fields.find(({ companionOf }) => companionOf === 'mobile');
  return numbers.flatMap((number) => {
    const forms = phoneForms(number);
    // a part of every text with the number, found by the index (migration 0008)
    const has = (tokens: readonly string[]) =>
      tokens.length === 0 ? sql`true` : sql`search_tokens(r.search_text) @> ${[...tokens]}::text[]`;
    const exact = known.map((one) => sql`(r.${sql.ref(one)} = ${number} and ${has(tokensOf(searchForm(number)))})`);
    if (forms === null) return exact;
    const { mobiles, areaCode, telephones } = forms;
    const ofArea =
      areaCode === null || !areaField
        ? sql`true`
        : sql`coalesce(nullif(r.${sql.ref(areaField.fieldName)}, ''), ${defaultAreaCode}) = ${areaCode}`;
    const whole = telephones.filter((digits) => digits.length >= leastDigits);
    const lastFour = has([number.replace(/\D/g, '').slice(-4)]);
    const test = {
      mobile: sql`(r.mobile = any(${[...mobiles]}::text[]) and ${ofArea} and ${lastFour})`,
      telephone: sql`(ltrim(regexp_replace(r.telephone, '\\D', '', 'g'), '0') = any(${whole}::text[]) and ${lastFour})`,
    };
    return [...exact, ...known.map((one) => test[one])];
  });
}
