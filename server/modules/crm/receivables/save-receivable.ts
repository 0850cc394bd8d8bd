import { sql } from 'kysely';
import type { z } from 'zod';
import { saveAsDraft, submit, type Submission, type Submitted } from '#server/approval/submit.ts';
import { recipientEntity, requireRecipient } from '#server/modules/crm/recipients.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { sentNumber } from '#server/record/fields/input.ts';
import { isLegibleIn } from '#server/record/fields/legible.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { storedRows } from '#server/record/rows/read.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Call, Route } from '#server/platform/http/route.ts';
import { system } from '#server/record/access/system.ts';
import { setSystemColumns } from '#server/record/write/system-columns.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { methodKind } from '#shared/crm/receivables/methods.ts';
import { surplusAccess, type receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { textOf } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireBookable } from './booking/book.ts';
import { keepPaidLines } from './paid-lines.ts';

type Asked = z.output<typeof receivableCalls.save.input>;
type Entity = Readonly<Record<string, unknown>>;

/**
 * The save of a receivable: the engine's, which then submits it or keeps it as a draft, also where no field has changed.
 * @throws AppError what its approval would be refused for, and what `submit` refuses
 */
export const savingReceivable = (save: Route): Route => ({
  ...save,
  handle: async (call, actor) => {
    const { db, input } = call as unknown as Call<Asked>;
    if (!actor) throw new AppError('session.required');
    refuseBlankRemark(input);
    const entity = { ...recipientEntity(input.express), ...(input.entity as Entity) };
    const sent = { ...call, input: { ...input, entity } } as unknown as Call<never>;
    const answer = (await save.handle(sent, actor)) as Record<string, number>;
    await submitForm(db, actor, answer[receivableType.idKey] ?? 0, input);
    return answer;
  },
});

/** Of a coupon's remark it is said whether it is missing or only spaces: to the rules of the type both are nothing. */
function refuseBlankRemark({ entity, field }: Asked): void {
  const remark = textOf((entity as Entity)['remark']) ?? '';
  const isCoupon = field.some(({ value }) => methodKind(value) === 'coupon');
  if (isCoupon && remark !== '' && remark.trim() === '')
    throw new AppError('receivable.coupon_spaces', {}, { fieldName: 'remark' });
}

async function submitForm(db: Database, actor: Actor, id: number, input: Asked): Promise<void> {
  const entity = input.entity as Entity;
  const contractId = await contractOf(db, id);
  const arrearsId = entity['arrearsId'] ?? entity['arrears_id'];
  if (arrearsId !== undefined) await settles(db, id, contractId, sentNumber(arrearsId, 'arrearsId') ?? null);
  await confirmsSurplus(db, actor, id, entity['takesSurplus'] ?? entity['takes_surplus']);
  if (input.product) await keepPaidLines(db, id, contractId, input.product);
  const submission = { checkUserId: input.checkUserId ?? sentNumber(entity['checkUserId'], 'checkUserId') };
  if (Number(textOf(entity['checkStatus'] ?? entity['check_status'])) === checkStatuses.draft) {
    await saveAsDraft(db, actor, receivableType, id, submission);
    return;
  }
  await submitReceivable(db, actor, id, submission);
}

/** Submits a receivable that names who gets the goods of its contract, and that can be booked. @throws AppError */
export async function submitReceivable(
  db: Database,
  actor: Actor,
  id: number,
  submission: Submission,
): Promise<Submitted> {
  // whoever may not see who gets the goods cannot complete it either
  if (isLegibleIn(await fieldsOf(db, actor, receivableType), 'recipient_name')) {
    const [row] = await storedRows(db, receivableType, [id]);
    const contractId = Number(row?.['contract_id'] ?? 0);
    requireRecipient(row, (await linesOf(db, contractType, [contractId])).get(contractId) ?? []);
  }
  await requireBookable(db, actor, id);
  return submit(db, actor, receivableType, id, submission);
}

/** Keeps which arrears it settles: those of its contract alone. @throws AppError `access.record` */
async function settles(db: Database, id: number, contractId: number, arrearsId: number | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select arrears_id as id from arrears where arrears_id = ${arrearsId} and contract_id = ${contractId}`.execute(db);
  if (arrearsId !== null && rows.length === 0) throw new AppError('access.record');
  await setSystemColumns(db, receivableType, [id], sql`arrears_id = ${arrearsId}::bigint`);
}

/**
 * Keeps whether what is beyond the contract becomes credit: a confirmation of this form alone, by whoever may take money
 * without a contract. @throws AppError `access.denied`
 */
export async function confirmsSurplus(db: Database, actor: Actor, id: number, sent: unknown): Promise<void> {
  const isConfirmed = sentNumber(sent, 'takesSurplus') === 1;
  if (isConfirmed && !actor.mayDo(surplusAccess)) throw new AppError('access.denied');
  await setSystemColumns(db, receivableType, [id], sql`takes_surplus = ${isConfirmed}`);
}

async function contractOf(db: Database, id: number): Promise<number> {
  const { from } = system('a receivable that was just saved', receivableType);
  const { rows } = await sql<{ id: number }>`
    select r.contract_id as id from ${from} where r.receivables_id = ${id}`.execute(db);
  return rows[0]?.id ?? 0;
}
