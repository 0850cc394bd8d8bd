import type { RuleProblem } from '#server/record/registry.ts';
import { contextsOf, isContext, type Numbering, type ToNumber } from '#server/record/sequences/context.ts';
import { companyDay, moveCounters, nextNumbers } from '#server/record/sequences/counters.ts';
import { readSequences, type Sequence } from '#server/record/sequences/settings.ts';
import { forReader, type Draft, type Prepared } from '#server/record/write/draft.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import { sequence as numberType } from '#shared/record/field-types/sequence.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';

type Owned = Draft & { readonly ownerUserId?: number | null };

const isFine = ({ problems }: Prepared): boolean => problems.length === 0;
const held = ({ next }: Prepared, { fieldName }: Field): FieldValue => next[fieldName] ?? null;
const lacks = (one: Prepared, field: Field): boolean =>
  isFine(one) && one.previous === null && held(one, field) === null;
const hasTyped = (one: Prepared, field: Field): boolean =>
  isFine(one) && one.changes.includes(field) && held(one, field) !== null;

interface Giving {
  /** The day of the numbers, `yyyy-MM-dd`; today without it. */
  readonly day?: string;
  /** Numbers that others are to have. */
  readonly reserved?: ReadonlySet<string> | undefined;
}

/**
 * Gives new records the numbers that they lack, all of a sequence with one look at its counters and one move of them; numbers
 * that somebody has typed move the counters too. The sequences stay locked until the transaction ends, so this comes before
 * unique values are taken. A number is never given twice: what fails or is deleted leaves a gap.
 */
export async function assignNumbers<One extends Prepared<Owned>>(
  numbering: Numbering,
  prepared: readonly One[],
  { day = companyDay(), reserved = new Set() }: Giving = {},
): Promise<One[]> {
  const fields = numbering.fields.all.filter(numbersRecords);
  let records = [...prepared];
  if (!records.some((one) => fields.some((field) => lacks(one, field) || hasTyped(one, field)))) return records;
  for (const sequence of await readSequences(numbering.db, fields, 'lock'))
    records = await assignBy(numbering, sequence, records, { day, reserved });
  return records.map((one) => {
    const missing = fields.find((field) => field.required && !field.readOnly && !field.hidden && lacks(one, field));
    return missing ? refused(numbering, one, requiredProblem(missing)) : one;
  });
}

const requiredProblem = ({ name, fieldName }: Field): RuleProblem => ({
  code: 'field.required',
  params: { name },
  fieldName,
});

const refused = <One extends Prepared>({ fields }: Numbering, one: One, problem: RuleProblem): One => ({
  ...one,
  problems: [...one.problems, forReader(fields, problem)],
});

async function assignBy<One extends Prepared<Owned>>(
  numbering: Numbering,
  sequence: Sequence,
  records: readonly One[],
  { day, reserved }: Required<Giving>,
): Promise<One[]> {
  const { field } = sequence;
  const concerned = records.filter((one) => lacks(one, field) || hasTyped(one, field));
  const contexts = await contextsOf(numbering, sequence, concerned.map(toNumber));
  const wanting: One[] = [];
  const wishes = [];
  const typed = [];
  const problems = new Map<One, RuleProblem>();
  for (const [at, one] of concerned.entries()) {
    const context = contexts[at];
    const value = held(one, field);
    if (!context) continue;
    if (value !== null) typed.push(...(isContext(context) ? [{ text: String(value), context }] : []));
    else if (isContext(context)) {
      wanting.push(one);
      wishes.push(context);
    } else problems.set(one, context);
  }
  const { numbers, counters } = await nextNumbers(numbering.db, numbering.type, sequence, {
    wishes,
    typed,
    day,
    reserved,
  });
  await moveCounters(numbering.db, sequence, day, counters);
  const given = new Map(wanting.map((one, at) => [one, numbers[at] ?? null]));
  return records.map((one) => {
    const problem = problems.get(one);
    if (problem) return refused(numbering, one, problem);
    return given.has(one) ? withNumber(numbering, one, field, given.get(one) ?? null) : one;
  });
}

const toNumber = ({ draft: { row, ownerUserId }, next }: Prepared<Owned>): ToNumber => ({
  values: next,
  ownerUserId: row === null ? (ownerUserId ?? null) : row.owner_user_id,
});

function withNumber<One extends Prepared>(numbering: Numbering, one: One, field: Field, number: string | null): One {
  const { fieldName, name } = field;
  if (number === null) return refused(numbering, one, { code: 'sequence.exhausted', params: { name }, fieldName });
  // what it refers to may be long
  const fits = numberType.parse(number, field);
  if (!fits.ok) return refused(numbering, one, { ...fits.problem, fieldName });
  const changed = new Set([...one.changes, field]);
  return {
    ...one,
    next: { ...one.next, [fieldName]: fits.value },
    changes: numbering.fields.all.filter((each) => changed.has(each)),
  };
}
