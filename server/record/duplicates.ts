import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import { loadRegions } from '#server/platform/places/gazetteer.ts';
import { defaultAreaCode } from '#shared/record/phone.ts';
import { phoneForms } from '#shared/record/written-phone.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { checksDuplicates } from '#server/record/duplicate-switch.ts';
import { scoped } from '#server/record/scope.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { matchesSearch, searchForm } from '#server/record/search.ts';

/** Words that would list half the company; a check for them alone, or for a province or city, finds nothing (reference §7.10). */
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

/** Least that must be known: two characters of a name, seven digits of a number; most that is shown (security A13). */
const leastName = 2;
const leastDigits = 7;
const most = 5;
const perMinute = 30;

export interface Twin {
  readonly id: number;
  readonly title: string;
  readonly mobile: string;
  readonly telephone: string;
  readonly ownerUserName: string;
}

/** Enough to recognise a number that one knows: of a short one, such as a local telephone, two digits only. */
const masked = (number: string): string =>
  number.length < 11
    ? `${'*'.repeat(Math.max(0, number.length - 2))}${number.slice(-2)}`
    : `${number.slice(0, 3)}****${number.slice(-4)}`;

/**
 * Records that may be the same as what somebody is about to enter, in anybody's scope: that is the point of the check.
 * Numbers outside the actor's scope are masked, and every check is logged (security A13).
 */
export async function findTwins(
  db: Database,
  actor: Actor,
  type: RecordType,
  asked: {
    readonly name?: string | undefined;
    readonly mobile?: string | undefined;
    readonly telephone?: string | undefined;
    /** Only those whose related record is one of these; alone it asks for all of them. */
    readonly within?: { readonly column: string; readonly ids: readonly number[] };
  },
): Promise<Twin[]> {
  const name = asked.name?.trim() ?? '';
  const fields = await fieldsOf(db, actor, type);
  // whoever does not know a field cannot ask by it either (security A6)
  const known = (['mobile', 'telephone'] as const).filter((one) => fields.byName.get(one)?.hidden === false);
  const numbers = [...new Set(known.flatMap((one) => asked[one]?.normalize('NFKC') ?? []))].filter(
    (number) => number.replace(/\D/g, '').length >= leastDigits,
  );
  const named = [...name].length >= leastName && !isTooCommon(name);
  if (!(await checksDuplicates(db, type.name))) throw new AppError('duplicates.off');
  const { within } = asked;
  if (!named && numbers.length === 0 && !within) return [];
  await takeTurn(
    db,
    { userId: actor.userId, what: `duplicates ${type.name}`, address: actor.address },
    { most: perMinute, perSeconds: 60, refusal: 'http.too_many' },
  );
  const title = sql`r.${sql.ref(type.titleField)}`;
  const pattern = `%${searchForm(name).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const tests = [
    // the same company with other brackets or another legal form comes before those that hold the text
    ...(named
      ? [sql`(company_name_key(${title}) = company_name_key(${name}) and company_name_key(${name}) <> '')`]
      : []),
    ...numberTests(numbers, known),
    ...(named ? [sql`(${matchesSearch(type, fields, name)} and search_form(${title}) like ${pattern})`] : []),
  ];
  const isWithin = within ? sql`r.${sql.ref(within.column)} = any(${[...within.ids]}::bigint[])` : sql`true`;
  const hits = (tests.length > 0 ? tests : [sql`true`]).map(
    (test, place) => sql`(
      select r.${sql.ref(type.idColumn)} as id, ${place}::int as place from ${sql.table(type.table)} as r
      where r.deleted_at is null and ${test} and ${isWithin} limit ${most})`,
  );
  const { rows } = await sql<{
    id: number;
    title: string;
    mobile: string | null;
    telephone: string | null;
    owner: number | null;
    open: boolean;
  }>`${keptPlan}
    with found as (${sql.join(hits, sql` union all `)})
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title, r.mobile, r.telephone,
      r.owner_user_id as owner, coalesce(${scoped(actor, type).where}, false) as open
    from (select id, min(place) as place from found group by id order by 2, 1 limit ${most}) as f
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = f.id
    order by f.place, f.id`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const numberOf = (row: (typeof rows)[number], one: 'mobile' | 'telephone'): string => {
    if (!known.includes(one)) return '';
    return row.open ? (row[one] ?? '') : masked(row[one] ?? '');
  };
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    mobile: numberOf(row, 'mobile'),
    telephone: numberOf(row, 'telephone'),
    ownerUserName: row.owner === null ? '' : (names.user(row.owner) ?? ''),
  }));
}

/** Records of the same number, however it is written: mobiles as they are stored, telephones by their digits (spec §3). */
function numberTests(numbers: readonly string[], known: readonly ('mobile' | 'telephone')[]): RawBuilder<unknown>[] {
  return numbers.flatMap((number) => {
    const forms = phoneForms(number);
    const exact = known.map((one) => sql`r.${sql.ref(one)} = ${number}`);
    if (forms === null) return exact;
    const { mobiles, areaCode, telephones } = forms;
    const ofArea =
      areaCode === null ? sql`true` : sql`coalesce(nullif(r.area_code, ''), ${defaultAreaCode}) = ${areaCode}`;
    const whole = telephones.filter((digits) => digits.length >= leastDigits);
    const test = {
      mobile: sql`(r.mobile = any(${[...mobiles]}::text[]) and ${ofArea})`,
      // the last four digits are in the index
      telephone: sql`(ltrim(regexp_replace(r.telephone, '\\D', '', 'g'), '0') = any(${whole}::text[])
        and search_tokens(r.search_text) @> ${[number.replace(/\D/g, '').slice(-4)]}::text[])`,
    };
    return [...exact, ...known.map((one) => test[one])];
  });
}
