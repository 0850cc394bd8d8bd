import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { asStoredConditions } from '#server/record/scenes/stored-conditions.ts';
import { activeAmong } from '#server/modules/crm/lead-sources/distribute.ts';
import { openFields, reaches } from '#server/modules/crm/lead-sources/form-fields.ts';
import {
  dropSources,
  followNames,
  leadSourceKind,
  requireFree,
} from '#server/modules/crm/lead-sources/setting-kind.ts';
import {
  emptyForm,
  leadsBySource,
  sourceFieldId,
  sourcesOf,
  type StoredForm,
  type StoredRule,
  type StoredSource,
} from '#server/modules/crm/lead-sources/sources.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { cleanOption } from '#server/record/fields/field-plan.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import {
  sourceKinds,
  sourceLimits,
  type leadSourceCalls,
  type SourceForm,
  type SourceRule,
} from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { z } from 'zod';
import { AppError } from '#shared/wire/error-codes.ts';

type Asked = z.output<typeof leadSourceCalls.save.input>;

/**
 * Saves a source, which is on when it is new; its id. Of two who save one at once the second is refused, if he says what he
 * changed. @throws AppError as `leadSourceCalls.save` lists
 */
export async function saveSource(db: Database, actor: Actor, asked: Asked): Promise<number> {
  await leadSourceKind.hold(db);
  const { id, version, code = '', remark = '', kind } = asked;
  const [stored] = id === undefined ? [] : await sourcesOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  if (id !== undefined && version !== undefined) await requireVersion(db, id, version);
  // as it is an option of a field
  const name = cleanOption(asked.name).slice(0, sourceLimits.name);
  await requireFree(db, { id: id ?? 0, name, code });
  const rules = await checkedRules(db, actor, asked.assignRules, stored);
  const keeper = asked.keeperUserId ?? null;
  if (keeper !== null && keeper !== stored?.keeperUserId && !(await activeAmong(db, [keeper])).has(keeper))
    throw new AppError('user.unknown');
  const form = formOf(asked.form, stored);
  if (kind === sourceKinds.form) await requireAskable(db, actor, form);
  const values = sql`${name}, ${code}, ${remark}, ${kind}, ${keeper}, ${JSON.stringify(form)}::jsonb, ${JSON.stringify(rules)}::jsonb`;
  const columns = sql`name, code, remark, kind, keeper_user_id, form, rules`;
  if (id === undefined) {
    const { rows } = await sql<{ id: number }>`
      insert into lead_source (${columns}, create_user_id) values (${values}, ${actor.userId})
      returning lead_source_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await followNames(db, [{ before: undefined, after: { name, isOn: true } }]);
    await createdRows(db, actor, leadSourceKind, [added]);
    await log(db, actor, 'lead_source.add', name);
    return added;
  }
  await changingRows(db, actor, leadSourceKind, [id], async () => {
    await sql`update lead_source set (${columns}) = (${values}), version = version + 1
      where lead_source_id = ${id}`.execute(db);
    if (stored) await followNames(db, [{ before: stored, after: { name, isOn: stored.isOn } }]);
    await log(db, actor, 'lead_source.change', name);
  });
  return id;
}

async function requireVersion(db: Database, id: number, version: number): Promise<void> {
  const row = await db.selectFrom('lead_source').select('version').where('lead_source_id', '=', id).executeTakeFirst();
  if (row?.version !== version) throw new AppError('lead_source.stale');
}

const formOf = (form: SourceForm | undefined, stored: StoredSource | undefined): StoredForm =>
  form
    ? {
        title: form.title ?? '',
        titleEn: form.titleEn ?? '',
        intro: form.intro ?? '',
        introEn: form.introEn ?? '',
        thanks: form.thanks ?? '',
        thanksEn: form.thanksEn ?? '',
        fieldIds: [...new Set(form.fieldIds)],
      }
    : (stored?.form ?? emptyForm);

/** A form asks only for what strangers may fill, and for one way at least to reach them. */
async function requireAskable(db: Database, actor: Actor, { fieldIds }: StoredForm): Promise<void> {
  const open = openFields(await fieldsOf(db, actor, leadsType), await sourceFieldId(db));
  const known = new Set(open.map(({ fieldId }) => fieldId));
  if (fieldIds.length > sourceLimits.fields || fieldIds.some((fieldId) => !known.has(fieldId)))
    throw new AppError('lead_source.asked', { most: sourceLimits.fields });
  const asked = new Set(fieldIds);
  if (!open.some((field) => reaches(field) && (asked.has(field.fieldId) || field.required)))
    throw new AppError('lead_source.reachable');
}

/**
 * Rules as they are stored. People who were named already may stay, whatever they have become.
 * @throws AppError `lead_source.rule` for one that gives leads to nobody, `user.unknown`, `filter.*`
 */
export async function checkedRules(
  db: Database,
  actor: Actor,
  rules: readonly SourceRule[],
  stored: Pick<StoredSource, 'rules'> | undefined,
): Promise<StoredRule[]> {
  const columns = listColumns(leadsType, await fieldsOf(db, actor, leadsType));
  const named = new Set(stored?.rules.flatMap(({ userIds }) => userIds));
  const fresh = rules.flatMap(({ userIds }) => userIds.filter((userId) => !named.has(userId)));
  const active = await activeAmong(db, fresh);
  if (fresh.some((userId) => !active.has(userId))) throw new AppError('user.unknown');
  const keys = new Set<string>();
  return rules.map(({ key, conditions, target: to, userIds: asked }, at) => {
    const takesPeople = to === 'person' || to === 'turn';
    const userIds = takesPeople ? [...new Set(asked)].slice(0, to === 'person' ? 1 : sourceLimits.people) : [];
    if (takesPeople && userIds.length === 0) throw new AppError('lead_source.rule', { number: at + 1 });
    const own = key !== undefined && !keys.has(key) ? key : randomBytes(8).toString('hex');
    keys.add(own);
    return { key: own, conditions: asStoredConditions(columns, conditions), to, userIds };
  });
}

/** Turns sources on or off. @throws AppError `access.record` for none of them, and those of `followNames` */
export async function switchSources(db: Database, actor: Actor, ids: readonly number[], isOn: boolean): Promise<void> {
  const sources = await held(db, ids);
  await changingRows(db, actor, leadSourceKind, idsOf(sources), async () => {
    await followNames(
      db,
      sources.map((before) => ({ before, after: { name: before.name, isOn } })),
    );
    await log(db, actor, isOn ? 'lead_source.on' : 'lead_source.off', namesOf(sources));
  });
}

/** Removes sources. @throws AppError `access.record` for none, `lead_source.used` with how many leads use the first used one */
export async function deleteSources(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  const sources = await held(db, ids);
  const counts = await leadsBySource(
    db,
    await sourceFieldId(db),
    sources.map(({ name }) => name),
    { withDeleted: true },
  );
  const used = sources.find(({ name }) => (counts.get(name) ?? 0) > 0);
  if (used) throw new AppError('lead_source.used', { name: used.name, count: counts.get(used.name) ?? 0 });
  await changingRows(db, actor, leadSourceKind, idsOf(sources), async () => {
    await dropSources(db, idsOf(sources));
    await log(db, actor, 'lead_source.delete', namesOf(sources));
  });
}

/**
 * Gives a source another key, which is stored as a hash alone, or its form another address. Requests under way with the
 * former one end first. @throws AppError `access.record`, `lead_source.by_hand` where leads come by hand
 */
export async function rotateKey(
  db: Database,
  actor: Actor,
  id: number,
): Promise<OutputOf<typeof leadSourceCalls.rotate>> {
  const [source] = await held(db, [id]);
  if (!source || source.kind === sourceKinds.hand) throw new AppError('lead_source.by_hand');
  const key = randomBytes(source.kind === sourceKinds.form ? 16 : 32).toString('hex');
  await db
    .updateTable('lead_source')
    .set(source.kind === sourceKinds.form ? { form_key: key } : { key_hash: hashOf(key), key_end: key.slice(-4) })
    .where('lead_source_id', '=', id)
    .execute();
  await log(db, actor, 'lead_source.rotate', source.name);
  return { key };
}

async function held(db: Database, ids: readonly number[]): Promise<StoredSource[]> {
  await leadSourceKind.hold(db);
  const sources = await sourcesOf(db, ids);
  if (sources.length === 0) throw new AppError('access.record');
  return sources;
}

const idsOf = (sources: readonly StoredSource[]): number[] => sources.map(({ id }) => id);
const namesOf = (sources: readonly StoredSource[]): string => sources.map(({ name }) => name).join(', ');

const log = (db: Database, { userId, address }: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId, what, subject, result: 'done', address });
