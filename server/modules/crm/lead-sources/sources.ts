import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/lead-sources/tables.ts';
import { asShownConditions, type StoredCondition } from '#server/record/scenes/stored-conditions.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { customKey, listColumns } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import {
  sourceKinds,
  type LeadSource,
  type LeadSourceRow,
  type RuleTarget,
  type SourcePerson,
} from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { optionName, type Field } from '#shared/record/field.ts';
import type { Slice } from '#shared/wire/values.ts';

export interface StoredRule {
  readonly key: string;
  readonly conditions: readonly StoredCondition[];
  readonly to: RuleTarget;
  readonly userIds: readonly number[];
}

export interface StoredForm {
  readonly title: string;
  readonly titleEn: string;
  readonly intro: string;
  readonly introEn: string;
  readonly thanks: string;
  readonly thanksEn: string;
  readonly fieldIds: readonly number[];
}

export const emptyForm: StoredForm = {
  title: '',
  titleEn: '',
  intro: '',
  introEn: '',
  thanks: '',
  thanksEn: '',
  fieldIds: [],
};

/** A source as it is stored, without the key of its interface. */
export interface StoredSource {
  readonly id: number;
  readonly name: string;
  readonly isOn: boolean;
  readonly code: string;
  readonly remark: string;
  readonly kind: number;
  readonly formKey: string;
  readonly form: StoredForm;
  readonly rules: readonly StoredRule[];
  readonly keeperUserId: number | null;
  readonly createUserId: number | null;
  readonly createTime: string;
}

interface ListedSource extends StoredSource {
  readonly keyEnd: string;
  readonly version: number;
}

/** The place of a source among the options of the field; null for one that is off. */
const place = sql`(
  select o.place from record_field f join lead_source_field using (field_id),
    jsonb_array_elements_text(f.options) with ordinality as o(value, place)
  where o.value = s.name)`;

const columns = sql`s.lead_source_id as id, s.name, ${place} is not null as "isOn", s.code, s.remark, s.kind, s.form_key as "formKey",
  s.form, s.rules, s.keeper_user_id as "keeperUserId", s.create_user_id as "createUserId", s.create_time as "createTime"`;

/** Those of these sources that there are, in the order of their ids. */
export async function sourcesOf(db: Database, ids: readonly number[]): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    select ${columns} from lead_source s where s.lead_source_id = any(${[...ids]}::int[]) order by s.lead_source_id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, form: { ...emptyForm, ...row.form } }));
}

/** The id of the field for the source; null when the company has deleted it. */
export async function sourceFieldId(db: Database): Promise<number | null> {
  const row = await db.selectFrom('lead_source_field').select('field_id').executeTakeFirst();
  return row?.field_id ?? null;
}

/** A source that takes leads now, by a condition on `s`; it stays as it is until the transaction ends. */
export async function openSource(
  db: Database,
  where: RawBuilder<boolean>,
  kind: number,
): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select ${columns} from lead_source s where ${where} and s.kind = ${kind} for share of s`.execute(db);
  const [row] = rows;
  return row?.isOn ? { ...row, form: { ...emptyForm, ...row.form } } : undefined;
}

interface Filter {
  readonly id?: number;
  readonly search?: string | undefined;
  readonly kind?: number | undefined;
  readonly status?: number | undefined;
}

/** A part of the list in the order of the options, those that are off last; and how many there are. */
export async function listSources(
  db: Database,
  { id, search, kind, status }: Filter,
  { limit, offset }: Slice,
): Promise<{ sources: ListedSource[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (id !== undefined) conditions.push(sql<boolean>`s.lead_source_id = ${id}`);
  if (kind !== undefined) conditions.push(sql<boolean>`s.kind = ${kind}`);
  if (status !== undefined) conditions.push(sql<boolean>`(${place} is not null) = ${status === 1}`);
  if (search !== undefined) {
    const pattern = holding(search);
    conditions.push(sql<boolean>`(s.name ilike ${pattern} or s.code ilike ${pattern} or s.remark ilike ${pattern})`);
  }
  const where = sql.join(conditions, sql` and `);
  const { rows: sources } = await sql<ListedSource>`
    select ${columns}, s.key_end as "keyEnd", s.version from lead_source s where ${where}
    order by ${place} nulls last, s.lead_source_id limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from lead_source s where ${where}`.execute(db);
  return { sources, total: rows[0]?.total ?? 0 };
}

/** How many leads have which of these sources, those in the recycle bin included if asked for. */
export async function leadsBySource(
  db: Database,
  fieldId: number | null,
  names: readonly string[],
  { withDeleted = false }: { readonly withDeleted?: boolean } = {},
): Promise<ReadonlyMap<string, number>> {
  if (fieldId === null || names.length === 0) return new Map();
  const { from, live } = system('a source says how many leads it has brought, whoever asks', leadsType);
  const value = sql`r.custom ->> ${customKey({ fieldId })}::text`;
  const { rows } = await sql<{ name: string; count: number }>`
    select ${value} as name, count(*)::int as count from ${from}
    where ${value} = any(${[...names]}::text[]) and ${withDeleted ? sql`true` : live} group by 1`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** People by their ids; whoever is disabled is passed over by rules. */
export async function peopleOf(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, SourcePerson>> {
  const { rows } = await sql<SourcePerson>`
    select user_id as "userId", realname, (status = 0)::int as "isDisabled" from app_user
    where user_id = any(${[...new Set(userIds)]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Rows of the list as they are sent. */
export async function rowsAsSent(
  db: Database,
  actor: Actor,
  sources: readonly ListedSource[],
): Promise<LeadSourceRow[]> {
  const fieldId = await sourceFieldId(db);
  const field: Field | undefined =
    fieldId === null ? undefined : (await fieldsOf(db, actor, leadsType)).byId.get(fieldId);
  const counts = await leadsBySource(
    db,
    fieldId,
    sources.map(({ name }) => name),
  );
  const people = await peopleOf(
    db,
    sources.flatMap(({ createUserId }) => createUserId ?? []),
  );
  return sources.map(({ id, name, code, remark, kind, isOn, formKey, keyEnd, rules, createUserId, createTime }) => ({
    id,
    name,
    label: field ? optionName(field, name) : name,
    code,
    remark,
    kind,
    status: isOn ? 1 : 0,
    leadsCount: counts.get(name) ?? 0,
    ruleCount: rules.length,
    formKey: kind === sourceKinds.form ? formKey : '',
    keyEnd: kind === sourceKinds.interface ? keyEnd : '',
    createUserName: createUserId === null ? '' : (people.get(createUserId)?.realname ?? ''),
    createTime,
  }));
}

/** A whole source as it is sent. */
export async function wholeAsSent(db: Database, actor: Actor, source: ListedSource): Promise<LeadSource | undefined> {
  const [row] = await rowsAsSent(db, actor, [source]);
  if (!row) return undefined;
  const { form, rules, keeperUserId, version } = source;
  const people = await peopleOf(db, [
    ...rules.flatMap(({ userIds }) => userIds),
    ...(keeperUserId === null ? [] : [keeperUserId]),
  ]);
  const shown = listColumns(leadsType, await fieldsOf(db, actor, leadsType));
  return {
    ...row,
    version,
    keeper: (keeperUserId !== null && people.get(keeperUserId)) || null,
    form: { ...emptyForm, ...form, fieldIds: [...(form.fieldIds ?? [])] },
    rules: rules.map(({ key, conditions, to, userIds }) => {
      const { list, isBroken } = asShownConditions(shown, conditions);
      return {
        key,
        conditions: list,
        to,
        people: userIds.flatMap((userId) => people.get(userId) ?? []),
        isBroken: isBroken ? 1 : 0,
      };
    }),
  };
}
