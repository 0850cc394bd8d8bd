import type { z } from 'zod';
import { saveAsDraft, submit } from '#server/approval/submit.ts';
import type { Call, Route } from '#server/platform/http/route.ts';
import { sentNumber } from '#server/record/fields/input.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { textOf } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type Asked = z.output<typeof invoiceCalls.save.input>;

/**
 * The save of an invoice: the engine's, which then submits it or keeps it as a draft, also where no field has changed. Of one
 * that has passed the engine takes its number, day and papers, and nothing is submitted.
 * @throws AppError what `submit` refuses, and what the contract has left
 */
export const savingInvoice = (save: Route): Route => ({
  ...save,
  handle: async (call, actor) => {
    const { db, input } = call as unknown as Call<Asked>;
    if (!actor) throw new AppError('session.required');
    const answer = (await save.handle(call, actor)) as Record<string, number>;
    const id = answer[invoiceType.idKey] ?? 0;
    const [row] = await storedRows(db, invoiceType, [id]);
    if (row?.['check_status'] === checkStatuses.passed) return answer;
    const entity = input.entity as Readonly<Record<string, unknown>>;
    const submission = { checkUserId: input.checkUserId ?? sentNumber(entity['checkUserId'], 'checkUserId') };
    const isDraft = Number(textOf(entity['checkStatus'] ?? entity['check_status'])) === checkStatuses.draft;
    await (isDraft ? saveAsDraft : submit)(db, actor, invoiceType, id, submission);
    return answer;
  },
});
