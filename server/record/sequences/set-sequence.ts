import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { readable } from '#server/record/access/reach.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import {
  contextsOf,
  isContext,
  isReferable,
  relationField,
  type Numbering,
  type ToNumber,
} from '#server/record/sequences/context.ts';
import { companyDay, moveCounters, nextNumbers } from '#server/record/sequences/counters.ts';
import { readSequences, type Sequence } from '#server/record/sequences/settings.ts';
import type { sequenceCalls, SequenceState } from '#shared/record/sequence/sequence-calls.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import { formatNumber } from '#shared/record/sequence/number-text.ts';
import {
  perDepartment,
  readPattern,
  referencesIn,
  scopeProblem,
  type Pattern,
} from '#shared/record/sequence/pattern.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { z } from 'zod';

type Asked = z.output<typeof sequenceCalls.read.input>;
type Wanted = z.output<typeof sequenceCalls.set.input>;

interface Found extends Numbering {
  readonly field: Field;
}

/** @throws AppError `field.unknown` also for a field that gives no numbers */
async function findField(db: Database, actor: Actor, fieldId: number): Promise<Found> {
  const row = await db
    .selectFrom('record_field')
    .select('type_code')
    .where('field_id', '=', fieldId)
    .executeTakeFirst();
  const unknown = new AppError('field.unknown', { name: String(fieldId) });
  if (!row) throw unknown;
  const { type } = recordModule(row.type_code);
  const fields = await fieldsOf(db, actor, type);
  const field = fields.byId.get(fieldId);
  if (!field || !numbersRecords(field)) throw unknown;
  return { db, actor, type, fields, field };
}

/** A field's sequence with the next number, which stays free for whoever saves first. */
export async function sequenceState(
  db: Database,
  actor: Actor,
  { fieldId, scopeId }: Asked,
  day: string = companyDay(),
): Promise<SequenceState> {
  const found = await findField(db, actor, fieldId);
  const [sequence] = await readSequences(db, [found.field]);
  if (!sequence) return { fieldId, pattern: '', reset: 'never', per: '', next: null, preview: null };
  const { written: pattern, reset, per } = sequence;
  const state = { fieldId, pattern, reset, per };
  if (per !== '' && scopeId === undefined) return { ...state, next: null, preview: null };
  const scope = await scopeInReach(found, per, scopeId);
  const scopeKey = scopeKeyOf(per, scope);
  const [context] = await contextsOf(found, sequence, [scopeRecord(per, scope)]);
  const isKnown = context !== undefined && isContext(context);
  const wish = isKnown ? context : { scopeKey, textOf: () => '' };
  const { numbers, counters } = await nextNumbers(db, found.type, sequence, { wishes: [wish], day });
  return { ...state, next: counters.get(scopeKey) ?? null, preview: isKnown ? (numbers[0] ?? null) : null };
}

const scopeKeyOf = (per: string, scopeId: number | undefined): string => (per === '' ? '' : String(scopeId));

/**
 * The department or the parent that is asked about; 0, which there is none of, for a parent that the actor may not read:
 * the number says what it refers to (security A2).
 */
async function scopeInReach(
  { db, actor, fields }: Found,
  per: string,
  scopeId: number | undefined,
): Promise<number | undefined> {
  const parent = relationField(fields, per)?.parent;
  if (!parent || scopeId === undefined) return scopeId;
  const { rows } = await sql`
    select from ${sql.table(parent.table)} as r
    where r.${sql.ref(parent.idColumn)} = ${scopeId} and ${readable(actor, parent)}`.execute(db);
  return rows.length > 0 ? scopeId : 0;
}

/** A record of the department or the parent that is asked about. */
const scopeRecord = (per: string, scopeId: number | undefined): ToNumber => ({
  values: per !== '' && per !== perDepartment && scopeId !== undefined ? { [per]: scopeId } : {},
  ownerUserId: null,
  ...(per === perDepartment && scopeId !== undefined ? { deptId: scopeId } : {}),
});

/** Sets how a field numbers its records, and where a counter goes on when the next one is given. */
export async function setSequence(
  db: Database,
  actor: Actor,
  wanted: Wanted,
  day: string = companyDay(),
): Promise<SequenceState> {
  const found = await findField(db, actor, wanted.fieldId);
  const { field, type } = found;
  const { reset, per, next } = wanted;
  const written = wanted.pattern.normalize('NFC');
  const pattern = await checkedPattern(found, written, wanted);
  // locks it against all that give numbers
  await sql`
    insert into record_sequence (field_id, pattern, reset, per) values (${field.fieldId}, ${written}, ${reset}, ${per})
    on conflict (field_id) do update set pattern = excluded.pattern, reset = excluded.reset, per = excluded.per,
      update_time = now()`.execute(db);
  if (next !== undefined) await setNext(found, { field, written, pattern, reset, per }, { ...wanted, next }, day);
  const change = [written, reset, per, ...(next === undefined ? [] : [next])].join(' ');
  await audit(db, {
    userId: actor.userId,
    what: 'sequence',
    subject: `${type.name} ${field.fieldName} ${change}`,
    result: 'done',
    address: actor.address,
  });
  return sequenceState(db, actor, wanted, day);
}

async function checkedPattern(found: Found, written: string, { reset, per }: Wanted): Promise<Pattern> {
  const read = readPattern(written);
  if (!read.ok) throw new AppError(read.problem.code, read.problem.params);
  if (per !== '' && per !== perDepartment && !relationField(found.fields, per))
    throw new AppError('sequence.per', { per });
  for (const { relation, fieldName } of referencesIn(read.pattern)) {
    if (!(await isReferable(found, relation, fieldName)))
      throw new AppError('sequence.reference', { part: `{${relation}.${fieldName}}` });
  }
  const problem = scopeProblem(read.pattern, reset, per);
  if (problem) throw new AppError(problem.code, problem.params);
  return read.pattern;
}

async function setNext(
  found: Found,
  sequence: Sequence,
  { next, scopeId }: Wanted & { readonly next: number },
  day: string,
): Promise<void> {
  const { per, pattern, field } = sequence;
  if (per !== '' && scopeId === undefined) throw new AppError('sequence.which');
  const scope = await scopeInReach(found, per, scopeId);
  const [context] = await contextsOf(found, sequence, [scopeRecord(per, scope)]);
  if (context && isContext(context)) {
    const number = formatNumber(pattern, next, day, context.textOf);
    if (await isHeld(found, field, number)) throw new AppError('sequence.taken', { number });
  } else if (context && per !== '' && (context.fieldName === per || context.fieldName === ''))
    // there is no such parent
    throw new AppError(context.code, context.params);
  await moveCounters(found.db, sequence, day, new Map([[scopeKeyOf(per, scope), next - 1]]), 'set');
}

/** Whether any record has the number, be it in the recycle bin. */
async function isHeld({ db, type }: Found, field: Field, number: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(type.table)} as r where ${fieldColumn(field).value} = ${number} limit 1`.execute(db);
  return rows.length > 0;
}

/** What forms for new records say of numbers, by the field: what the actor would get now. */
export async function previewNumbers(
  numbering: Numbering,
  day: string = companyDay(),
): Promise<ReadonlyMap<number, string | null>> {
  const previews = new Map<number, string | null>();
  for (const sequence of await readSequences(numbering.db, numbering.fields.shown)) {
    const record = { values: {}, ownerUserId: numbering.actor.userId };
    const [context] = await contextsOf(numbering, sequence, [record]);
    const wishes = context && isContext(context) ? [context] : [];
    const { numbers } = await nextNumbers(numbering.db, numbering.type, sequence, { wishes, day });
    previews.set(sequence.field.fieldId, numbers[0] ?? null);
  }
  return previews;
}
