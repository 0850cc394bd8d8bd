import { sql } from 'kysely';
import '#server/modules/admin/erasure/tables.ts';
import { findStaff } from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { personTraces } from '#server/platform/erasure.ts';
import { findPersons, keptOf, wordsSought, type PersonSought } from '#server/record/erasure/find-persons.ts';
import { namedByKept } from '#server/record/erasure/named-by-kept.ts';
import { recordModules } from '#server/record/registry.ts';
import {
  foundAtMost,
  staffPlace,
  type ErasureGround,
  type ErasureRow,
  type FoundPerson,
  type KeptByLaw,
} from '#shared/admin/erasure/erasure-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Slice } from '#shared/wire/values.ts';

const nounOf = (type: RecordType, language: Language): string => translate(language, type.name);

/** How many of each type, in words; those of no type are staff. */
const listed = (counts: Iterable<readonly [RecordType | undefined, number]>, language: Language): string =>
  [...counts]
    .map(([type, count]) => {
      const noun = type ? nounOf(type, language) : translate(language, 'erasure.staff');
      return translate(language, 'erasure.count_of', { noun, count });
    })
    .join(translate(language, 'erasure.comma'));

/** Where a person may be known: records and staff, those whose name has to stay marked. */
export async function whereKnown(db: Database, actor: Actor, sought: PersonSought): Promise<FoundPerson[]> {
  const { language } = actor;
  const names = await directoryOf(db, actor.rights.version);
  const found = await findPersons(db, sought, foundAtMost);
  const list: FoundPerson[] = [];
  for (const [type, own] of Map.groupBy(found, (one) => one.type)) {
    const named = await namedByKept(
      db,
      type,
      own.map(({ id }) => id),
    );
    for (const { id, title, hint, ownerUserId, isDeleted } of own)
      list.push({
        place: type.name,
        placeName: nounOf(type, language),
        id,
        title,
        hint,
        ownerUserName: names.user(ownerUserId ?? 0) ?? '',
        isDeleted: isDeleted ? 1 : 0,
        isSame: title === sought.name ? 1 : 0,
        isAtWork: 0,
        keepsName: listed(named.get(id) ?? new Map(), language),
      });
  }
  for (const { userId, realname, mobile, isAtWork } of await findStaff(db, wordsSought(sought)))
    list.push({
      place: staffPlace,
      placeName: translate(language, 'erasure.staff'),
      id: userId,
      title: realname,
      hint: fieldTypeOf('mobile').mask(mobile),
      ownerUserName: '',
      isDeleted: 0,
      isSame: realname === sought.name ? 1 : 0,
      isAtWork: isAtWork ? 1 : 0,
      keepsName: '',
    });
  return list;
}

/** What stays by law, with how much of it says something of the person. */
export async function keptByLaw(db: Database, actor: Actor, sought: PersonSought): Promise<KeptByLaw[]> {
  const { language } = actor;
  const documents = [...(await keptOf(db, sought))].map(([type, count]) => ({
    what: nounOf(type, language),
    count,
    why: translate(language, 'erasure.why.documents'),
  }));
  const words = wordsSought(sought);
  const elsewhere: KeptByLaw[] = [];
  for (const { kept } of personTraces()) {
    const count = kept ? await kept.count(db, words) : 0;
    if (kept && count > 0)
      elsewhere.push({ what: translate(language, kept.what), count, why: translate(language, kept.why) });
  }
  return [...documents, ...elsewhere];
}

/** What was erased, the newest first, and how many times. */
export async function erasuresOf(
  db: Database,
  { language }: Actor,
  { limit, offset }: Slice,
): Promise<{ readonly list: ErasureRow[]; readonly total: number }> {
  const { rows } = await sql<{
    erasureId: number;
    userName: string;
    createTime: string;
    ground: ErasureGround;
    places: Record<string, number>;
    keptNames: number;
    whole: number;
  }>`
    select e.erasure_id as "erasureId", u.realname as "userName", e.created_at as "createTime", e.ground,
      (select coalesce(jsonb_object_agg(type_code, n), '{}') from (
        select type_code, count(*) as n from erasure_record r where r.erasure_id = e.erasure_id group by 1) as of_type) as places,
      (select count(*) from erasure_record r where r.erasure_id = e.erasure_id and r.keeps_name) as "keptNames",
      count(*) over () as whole
    from erasure e join app_user u on u.user_id = e.user_id
    order by e.erasure_id desc limit ${limit} offset ${offset}`.execute(db);
  const types = new Map(recordModules().map(({ type }) => [String(type.code), type]));
  const list = rows.map(({ places, whole: _whole, ...row }) => ({
    ...row,
    what: listed(
      Object.entries(places).map(([code, count]) => [types.get(code), count]),
      language,
    ),
  }));
  return { list, total: rows[0]?.whole ?? 0 };
}
