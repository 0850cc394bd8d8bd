import { sql } from 'kysely';
import { sourceFieldId, sourcesOf, peopleOf, type StoredSource } from '#server/modules/crm/lead-sources/sources.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows, type RowsKind } from '#server/platform/setting-changes/setting-rows.ts';
import { changeOptions } from '#server/record/fields/add-option.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The sources of leads. Their names are options of a field, so that each change holds the set-up of fields first. */
export const leadSourceKind: RowsKind<StoredSource> = {
  ...settingRows<StoredSource>({
    name: 'lead_source',
    title: 'page.lead_sources',
    access: ['manage:crm:clue'],
    read: sourcesOf,
    put: putSources,
    remove: dropSources,
    linesOf,
  }),
  hold: organisationChanged,
};

interface Names {
  readonly before: Pick<StoredSource, 'name' | 'isOn'> | undefined;
  readonly after: Pick<StoredSource, 'name' | 'isOn'> | undefined;
}

/**
 * Brings the options of the field to what sources are called and whether they are on. @throws AppError
 * `lead_source.no_field` where there is no field and a source is to be on, `field.options_empty`, `field.options_many`
 */
export async function followNames(db: Database, changes: readonly Names[]): Promise<void> {
  const added = changes.flatMap(({ before, after }) => (after?.isOn && !before?.isOn ? [after.name] : []));
  const removed = changes.flatMap(({ before, after }) => (before?.isOn && !after?.isOn ? [before.name] : []));
  const renamed = changes.flatMap(({ before, after }): [string, string][] =>
    before && after && before.name !== after.name ? [[before.name, after.name]] : [],
  );
  if (added.length + removed.length + renamed.length === 0) return;
  const fieldId = await sourceFieldId(db);
  if (fieldId === null) {
    if (added.length > 0) throw new AppError('lead_source.no_field');
    return;
  }
  await changeOptions(db, leadsType, fieldId, { added, removed, renamed });
}

/** Removes sources that no lead has, with their options. @throws AppError `field.options_empty` */
export async function dropSources(db: Database, ids: readonly number[]): Promise<void> {
  const sources = await sourcesOf(db, ids);
  await followNames(
    db,
    sources.map((before) => ({ before, after: undefined })),
  );
  await sql`delete from lead_source where lead_source_id = any(${[...ids]}::int[])`.execute(db);
}

/**
 * Former sources in force again. Keys stay as they are now: what was replaced because others knew it does not come back.
 * @throws AppError `lead_source.taken`, `lead_source.code_taken`, and those of `followNames`
 */
async function putSources(db: Database, sources: readonly StoredSource[]): Promise<void> {
  const current = new Map(
    (
      await sourcesOf(
        db,
        sources.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  for (const source of sources) {
    await requireFree(db, source);
    const values = sql`${source.name}, ${source.code}, ${source.remark}, ${source.kind}, ${JSON.stringify(source.form)}::jsonb,
      ${JSON.stringify(source.rules)}::jsonb, ${source.keeperUserId}`;
    if (current.has(source.id))
      await sql`update lead_source set (name, code, remark, kind, form, rules, keeper_user_id) = (${values}),
        version = version + 1 where lead_source_id = ${source.id}`.execute(db);
    else
      await sql`
        insert into lead_source (name, code, remark, kind, form, rules, keeper_user_id, lead_source_id, form_key, create_user_id, create_time)
        values (${values}, ${source.id}, ${source.formKey}, ${source.createUserId}, ${source.createTime}::timestamptz)`.execute(
        db,
      );
  }
  await followNames(
    db,
    sources.map((after) => ({ before: current.get(after.id), after })),
  );
}

/** @throws AppError `lead_source.taken`, `lead_source.code_taken` */
export async function requireFree(
  db: Database,
  { id, name, code }: { readonly id: number; readonly name: string; readonly code: string },
): Promise<void> {
  const { rows } = await sql<{ byName: boolean }>`
    select name = ${name} as "byName" from lead_source
    where lead_source_id <> ${id} and (name = ${name} or (code <> '' and lower(code) = lower(${code})))
    order by 1 desc limit 1`.execute(db);
  const [twin] = rows;
  if (twin?.byName) throw new AppError('lead_source.taken', { name });
  if (twin) throw new AppError('lead_source.code_taken', { code });
}

/** One source is told line by line, several a line each. */
async function linesOf(db: Database, sources: readonly StoredSource[], language: Language): Promise<Lines> {
  const people = await peopleOf(
    db,
    sources.flatMap(({ keeperUserId, rules }) => [
      ...(keeperUserId === null ? [] : [keeperUserId]),
      ...rules.flatMap(({ userIds }) => userIds),
    ]),
  );
  const word = (key: MessageKey) => translate(language, key);
  const named = (userIds: readonly number[]) =>
    userIds.map((userId) => people.get(userId)?.realname ?? '').join(word('rights.comma'));
  const kind = (one: StoredSource) => word(`lead_source.kind_${one.kind}` as MessageKey);
  const [only, ...others] = sources;
  if (!only || others.length > 0)
    return new Map(sources.map((one) => [one.name, `${kind(one)} · ${switchWord(language, one.isOn)}`]));
  const rules = only.rules.map(({ to, userIds, conditions }, at): [string, string] => [
    translate(language, 'lead_source.rule_number', { number: at + 1 }),
    [
      translate(language, 'lead_source.condition_count', { count: conditions.length }),
      word(`lead_source.to_${to}`),
      named(userIds),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  ]);
  const { form } = only;
  return new Map([
    [word('lead_source.name'), only.name],
    [word('lead_source.code'), only.code],
    [word('lead_source.kind'), kind(only)],
    [word('lead_source.status'), switchWord(language, only.isOn)],
    [word('lead_source.remark'), only.remark],
    [word('lead_source.keeper'), named(only.keeperUserId === null ? [] : [only.keeperUserId])],
    [word('lead_source.form_title'), [form.title, form.titleEn].filter(Boolean).join(' / ')],
    [word('lead_source.form_intro'), [form.intro, form.introEn].filter(Boolean).join(' / ')],
    [word('lead_source.form_thanks'), [form.thanks, form.thanksEn].filter(Boolean).join(' / ')],
    [word('lead_source.form_fields'), String(form.fieldIds.length)],
    ...rules,
  ]);
}
