import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { beyondQuota } from '#server/record/ownership/quota.ts';
import { atLine, changedLineValues } from '#server/record/lines/prepare-lines.ts';
import type { LockMode, RuleProblem, Values } from '#server/record/registry.ts';
import { mismatchedAmong, unlinkableAmong } from '#server/record/rows/related.ts';
import { changedValues, forReader, refuseFirst, type Draft, type Prepared } from '#server/record/write/draft.ts';
import { findHolders, type Holders } from '#server/record/write/holders.ts';
import { problemOf } from '#server/record/fields/input.ts';
import { lockAncestors } from '#server/record/rollups/lock-ancestors.ts';
import { becomes, takenError, type Unique } from '#server/record/write/unique.ts';
import { verifications } from '#server/record/access/turns.ts';
import { CountedRefusal, takeTurn } from '#server/platform/log/turns.ts';
import { beyondReach } from '#server/record/access/reach.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The context of a batch. */
export interface Batch {
  readonly db: Database;
  readonly actor: Actor;
  readonly type: RecordType;
  readonly fields: FieldSet;
}

const isFine = ({ problems }: Prepared): boolean => problems.length === 0;

/** The same records with the problems of some of them added; the others are passed on unchanged. */
const withProblems = <One extends Prepared>(
  prepared: readonly One[],
  found: ReadonlyMap<One, RuleProblem>,
  fields: FieldSet,
): One[] =>
  prepared.map((one) => {
    const problem = found.get(one);
    return problem ? { ...one, problems: [...one.problems, forReader(fields, problem)] } : one;
  });

/**
 * Records that would refer to something missing for the actor; the records referenced by the others, and those that
 * count them, are locked until the end.
 */
export async function checkRelations<One extends Prepared>(
  { db, actor, type, fields }: Batch,
  prepared: readonly One[],
): Promise<One[]> {
  // a transaction that has locked a referenced record must not request locks above it
  await lockAncestors(db, type, [], prepared.filter(isFine).map(changedValues));
  const unlinkableLines = await checkLineRelations(db, actor, prepared.filter(isFine));
  const rows = prepared.filter(isFine).map((one) => ({ one, values: changedValues(one) }));
  const unlinkable = await unlinkableAmong(db, actor, fields.all, rows);
  const found = new Map(
    [...unlinkable].map(([{ one }, { field, code }]): [One, RuleProblem] => [
      one,
      { code, params: { name: field.name }, fieldName: field.fieldName },
    ]),
  );
  const linked = rows
    .filter(({ one }) => !found.has(one))
    .map(({ one }) => ({
      one,
      values: one.next,
      changed: one.previous === null ? undefined : one.changes.map(({ fieldName }) => fieldName),
    }));
  for (const [{ one }, { field, code, params }] of await mismatchedAmong(db, fields.all, linked))
    found.set(one, { code, params, fieldName: field.fieldName });
  return withProblems(prepared, new Map([...unlinkableLines, ...found]), fields);
}

/** The same for new and changed lines. */
async function checkLineRelations<One extends Prepared>(
  db: Database,
  actor: Actor,
  prepared: readonly One[],
): Promise<ReadonlyMap<One, RuleProblem>> {
  const setting = prepared.find(({ lines }) => lines !== null)?.lines?.setting;
  if (!setting?.fields.all.some(({ relation }) => relation)) return new Map();
  const rows = prepared.flatMap((one) => changedLineValues(one.lines).map(({ at, values }) => ({ one, at, values })));
  const unlinkable = await unlinkableAmong(db, actor, setting.fields.all, rows);
  return new Map(
    [...unlinkable].map(([{ one, at }, { field, code }]) => [
      one,
      atLine(setting, { code, params: { name: field.name }, fieldName: field.fieldName }, at, actor.language),
    ]),
  );
}

/**
 * Records whose new unique values are taken, also by another one of the same batch; the values are reserved until the
 * end.
 */
export async function checkUniqueValues<One extends Prepared>(
  { db, type, fields }: Batch,
  prepared: readonly One[],
  { mode = 'lock', holders }: { readonly mode?: LockMode; readonly holders?: Holders | undefined } = {},
): Promise<One[]> {
  const rows = prepared.filter(isFine).map((one) => ({ one, values: comparedValues(fields, one) }));
  const known = holders ?? (await findHolders(db, type, fields, rows, mode));
  const found = new Map<One, RuleProblem>();
  for (const [at, { one, values }] of rows.entries()) {
    const own = idOf(type, one) ?? -1 - at;
    const version = one.draft.versionOf ?? becomes(type, one.draft.row);
    const taken = known.taken(values, (holder) => holder !== own && holder !== version);
    if (taken) found.set(one, { ...problemOf(takenError(taken)), ...holderOf(known, taken, values, [own, version]) });
    else if (version === null) known.take(values, own);
  }
  return withProblems(prepared, found, fields);
}

/** What is new of a record, with what else belongs to the combinations that this changes. */
function comparedValues({ byId, together }: FieldSet, one: Prepared): Values {
  const changed = changedValues(one);
  const isChanged = (fieldId: number) => Object.hasOwn(changed, byId.get(fieldId)?.fieldName ?? '');
  const names = [...together.values()].flatMap((rule) =>
    rule.some(isChanged) ? rule.map((fieldId) => byId.get(fieldId)?.fieldName ?? '') : [],
  );
  return { ...changed, ...Object.fromEntries(names.map((name) => [name, one.next[name] ?? null])) };
}

/** The stored record in the way, rather than one of the same batch. */
function holderOf(
  known: Holders,
  taken: Unique,
  values: Values,
  own: readonly (number | null)[],
): { readonly holder?: number } {
  const holder = known.having(taken, values).find((id) => id > 0 && !own.includes(id));
  return holder === undefined ? {} : { holder };
}

/** As `refuseFirst`, counted where it shows a record beyond the actor's reach. */
export async function refuseStored(
  batch: Pick<Batch, 'db' | 'actor' | 'type'>,
  prepared: readonly Pick<Prepared, 'problems'>[],
): Promise<void> {
  try {
    refuseFirst(prepared, batch.actor.language);
  } catch (error) {
    throw error instanceof AppError ? await countedRefusal(batch, error, prepared) : error;
  }
}

type Checked = readonly Pick<Prepared, 'problems'>[];

/**
 * A refusal of checked records. A taken value shows that there is a record; beyond the actor's reach that counts and is
 * logged like the check of a form (security A13).
 */
export async function countedRefusal(
  batch: Pick<Batch, 'db' | 'actor' | 'type'>,
  refusal: AppError,
  checked: Checked,
): Promise<AppError> {
  const [unseen] = await unseenHolders(batch, checked);
  return unseen === undefined ? refusal : new CountedRefusal(refusal, verificationOf(batch, unseen), verifications);
}

/**
 * Counts the records beyond the actor's reach that an answer shows by their taken values, each like the check of a form.
 * Takes the pool, as `takeTurn` does. @throws AppError `http.too_many`
 */
export async function countShown(batch: Pick<Batch, 'db' | 'actor' | 'type'>, checked: Checked): Promise<void> {
  const { db, actor } = batch;
  const who = { userId: actor.userId, address: actor.address };
  for (const unseen of await unseenHolders(batch, checked))
    await takeTurn(db, { ...who, ...verificationOf(batch, unseen) }, verifications);
}

const verificationOf = ({ type }: Pick<Batch, 'type'>, id: number) => ({
  what: `verify ${type.name}`,
  subject: `${type.name} ${id}`,
});

async function unseenHolders(
  { db, actor, type }: Pick<Batch, 'db' | 'actor' | 'type'>,
  checked: Checked,
): Promise<ReadonlySet<number>> {
  const holders = checked.flatMap(({ problems }) => problems.flatMap(({ holder }) => holder ?? []));
  return beyondReach(db, actor, type, holders);
}

/** New records for which their owner has no quota left after the preceding ones. */
export async function checkQuotas<One extends Prepared<Draft & { readonly ownerUserId: number | null }>>(
  { db, type, fields }: Batch,
  prepared: readonly One[],
  mode: LockMode = 'lock',
): Promise<One[]> {
  const gains = prepared.filter(isFine).map((one) => ({ one, ownerUserId: one.draft.ownerUserId }));
  const beyond = await beyondQuota(db, type, gains, mode);
  return withProblems(prepared, new Map([...beyond].map(([{ one }, error]) => [one, problemOf(error)])), fields);
}

/** The id of the record that a draft changes; undefined for a new one. */
const idOf = (type: RecordType, { draft }: Prepared): number | undefined =>
  draft.row === null ? undefined : Number(draft.row[type.idColumn]);
