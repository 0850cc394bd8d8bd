import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import '#server/modules/crm/lead-sources/tables.ts';
import { giveAway } from '#server/modules/crm/lead-sources/distribute.ts';
import type { StoredSource } from '#server/modules/crm/lead-sources/sources.ts';
import { reaches } from '#server/modules/crm/lead-sources/form-fields.ts';
import { sendMessages } from '#server/messages/send.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, labelOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { RuleProblem, Values } from '#server/record/registry.ts';
import { insertPrepared, planNew, type NewDraft } from '#server/record/write/insert-prepared.ts';
import type { Prepared } from '#server/record/write/draft.ts';
import { refusal } from '#server/record/fields/input.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { isBlank, textOf, type Field } from '#shared/record/field.ts';
import { companyTime } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface Sent {
  readonly values: Values;
  /** The fields that the sender was asked for. */
  readonly asked: readonly Field[];
  readonly requestId: string;
  /** The company's field for the source. */
  readonly sourceField: number;
}

/** Unique values that are taken are tried under other names this often. */
const mostTries = 12;

/**
 * Makes a lead of what came from outside, once per request, by the writer of all records: in the name of the first administrator
 * (`actor`), for the person whom the rules choose. A number that an open lead has already goes to the owner of that lead. A
 * name or another unique value that is taken never refuses it: the sender must not learn of it.
 * @throws AppError problems of the values, with the field; `open_lead.reachable` without any way to reach the person
 */
export async function receiveLead(db: Database, actor: Actor, source: StoredSource, sent: Sent): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lead source ${source.id} ${sent.requestId}`}, 0))`.execute(
    db,
  );
  const known = await sql`
    select 1 from lead_source_lead where lead_source_id = ${source.id} and request_id = ${sent.requestId}`.execute(db);
  if (known.rows.length > 0) return;
  const fields = await fieldsOf(db, actor, leadsType);
  if (!sent.asked.some((field) => reaches(field) && !isBlank(sent.values[field.fieldName])))
    throw new AppError('open_lead.reachable');
  const origin = fields.byId.get(sent.sourceField);
  const values = { ...sent.values, ...(origin && { [origin.fieldName]: source.name }) };
  const twin = await openTwin(db, values);
  const given = twin?.isThere ? { userId: twin.ownerUserId, rule: 0 } : await giveAway(db, source, { fields, values });
  const planned = await planWithout(db, actor, fields, { values, ownerUserId: given.userId, asked: sent.asked });
  const batch = { db, actor, type: leadsType, fields };
  const details = { target: source.name };
  const { ids } = await insertPrepared(batch, [planned], { verb: 'came_in', details });
  const [id = 0] = ids;
  await db
    .insertInto('lead_source_lead')
    .values({ leads_id: id, lead_source_id: source.id, request_id: sent.requestId, twin_id: twin?.id ?? null })
    .execute();
  await sendMessages(db, [
    {
      name: twin ? 'lead.received_again' : 'lead.received',
      to: [given.userId],
      causedBy: null,
      event: `lead received ${id}`,
      subject: { type: leadsType, id },
      values: { source: source.name },
    },
  ]);
}

interface Twin {
  readonly id: number;
  readonly ownerUserId: number;
  readonly isThere: boolean;
}

/** The latest open lead with the same mobile or phone number. */
async function openTwin(db: Database, values: Values): Promise<Twin | undefined> {
  const numbers = ['mobile', 'telephone'].flatMap((name) => textOf(values[name] ?? null)?.trim() || []);
  if (numbers.length === 0) return undefined;
  const { from, live } = system('whoever has left a number before goes to the same person', leadsType);
  const { rows } = await sql<Twin>`
    select r.leads_id as id, r.owner_user_id as "ownerUserId", u.status <> 0 as "isThere"
    from ${from} join app_user u on u.user_id = r.owner_user_id
    where ${live} and r.is_transform = 0 and (r.mobile = any(${numbers}::text[]) or r.telephone = any(${numbers}::text[]))
    order by r.leads_id desc limit 1`.execute(db);
  return rows[0];
}

interface Wanted {
  readonly values: Values;
  readonly ownerUserId: number;
  readonly asked: readonly Field[];
}

/**
 * A plan of the lead without problems: with another name where its own is taken, and other taken values in the remark.
 * What the company requires and nobody was asked for stays empty. @throws AppError the first problem that the sender can mend
 */
async function planWithout(
  db: Database,
  actor: Actor,
  fields: FieldSet,
  { values: first, ownerUserId, asked }: Wanted,
): Promise<Prepared<NewDraft>> {
  const batch = { db, actor, type: leadsType, fields: withoutUnasked(fields, asked) };
  let values = first;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const draft: NewDraft = { row: null, sent: {}, carried: values, ownerUserId };
    const [planned] = await planNew(batch, [draft]);
    if (!planned) break;
    const taken = planned.problems.filter(isTaken);
    const wrong = planned.problems.find((problem) => !isTaken(problem));
    if (wrong) throw refusal(wrong);
    if (taken.length === 0) return planned;
    for (const { fieldName } of taken) values = withoutTaken(actor, fields, { values, first, fieldName, tries });
  }
  throw new Error('a lead from outside found no free name');
}

const isTaken = ({ code }: RuleProblem): boolean => code === 'field.unique';

/** The fields, of which those that nobody was asked for are not required. */
function withoutUnasked(fields: FieldSet, asked: readonly Field[]): FieldSet {
  const isAsked = new Set(asked.map(({ fieldId }) => fieldId));
  const eased = (all: readonly Field[]): Field[] =>
    all.map((field) => (isAsked.has(field.fieldId) ? field : { ...field, required: false }));
  const all = eased(fields.all);
  return {
    ...fields,
    all,
    shown: eased(fields.shown),
    displayed: eased(fields.displayed),
    byName: new Map(all.map((field) => [field.fieldName, field])),
    byId: new Map(all.map((field) => [field.fieldId, field])),
  };
}

interface Taken {
  readonly values: Values;
  readonly first: Values;
  readonly fieldName: string;
  readonly tries: number;
}

/** The values with another name, or with a taken value in the remark instead of its field. */
function withoutTaken(actor: Actor, fields: FieldSet, { values, first, fieldName, tries }: Taken): Values {
  const { titleField } = leadsType;
  if (fieldName === titleField) return { ...values, [titleField]: anotherName(first, tries) };
  const field = fields.byName.get(fieldName);
  const label = field ? labelOf(leadsType, field, actor.language) : fieldName;
  const told = `${label}：${textOf(values[fieldName] ?? null) ?? ''}`;
  return { ...values, [fieldName]: null, remark: [textOf(values['remark'] ?? null), told].filter(Boolean).join('\n') };
}

/** The same name with the end of the number, the time, or a number at random. */
function anotherName(first: Values, tries: number): string {
  const name = textOf(first[leadsType.titleField] ?? null) ?? '';
  const tail = (textOf(first['mobile'] ?? first['telephone'] ?? null) ?? '').slice(-4);
  const now = companyTime(Date.now());
  const marks = [...(tail === '' ? [] : [tail]), now.slice(5, 16), now.slice(5, 19)];
  return `${name}（${marks[tries] ?? randomInt(100_000, 1_000_000)}）`;
}
