import { sql } from 'kysely';
import type { z } from 'zod';
import { submit } from '#server/approval/submit.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { confirmsSurplus } from '#server/modules/crm/receivables/save-receivable.ts';
import { requireBookable } from '#server/modules/crm/receivables/booking/book.ts';
import { readRow } from '#server/record/rows/read.ts';
import { saveRecord } from '#server/record/write/save.ts';
import { setSystemColumns } from '#server/record/write/system-columns.ts';
import { transferMethod } from '#shared/crm/options.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { bankCalls, type BankLine } from '#shared/crm/receivables/bank-calls.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { loadStatement } from './load-statement.ts';
import { matchesOf } from './matches.ts';

export const bankRoutes = (): Route[] => [
  route(bankCalls.upload, async ({ db, actor, upload }) => {
    if (!upload) throw new AppError('import.no_file');
    return loadStatement(db, actor, upload);
  }),
  route(bankCalls.list, async ({ db, actor, input: { status, page, limit } }) => {
    const { list, total } = await linesOf(db, actor, status, { limit, offset: (page - 1) * limit });
    return pageAnswer(list, total, page, limit);
  }),
  route(bankCalls.confirm, async ({ db, actor, input }) => bookLine(db, actor, input)),
  route(bankCalls.setStatus, async ({ db, actor, input: { lineId, status } }) => {
    const { rows } = await sql<{ id: number }>`
      update bank_line set status = ${status}, handled_by = ${status === 0 ? null : actor.userId},
        handled_at = case when ${status}::int = 0 then null else now() end
      where line_id = ${lineId} and status <> 1 returning line_id as id`.execute(db);
    if (rows.length === 0) throw await handledError(db, lineId);
    return null;
  }),
];

interface Stored extends Omit<BankLine, 'matches' | 'handledBy'> {
  readonly handledBy: number | null;
  readonly total: number;
}

async function linesOf(
  db: Database,
  actor: Actor,
  status: number | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: BankLine[]; total: number }> {
  const { rows } = await sql<Stored>`
    select line_id as "lineId", paid_on::text as "paidOn", payer, money::text as money, reference, summary,
      status::int as status, receivables_id as "receivablesId", handled_by as "handledBy", count(*) over ()::int as total
    from bank_line where ${status === undefined ? sql`true` : sql`status = ${status}`}
    order by line_id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const matches = await matchesOf(
    db,
    actor,
    rows.map(({ lineId }) => lineId),
  );
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map(({ total: _total, handledBy, ...line }) => ({
      ...line,
      handledBy: handledBy === null ? '' : (names.user(handledBy) ?? ''),
      matches: matches.get(line.lineId) ?? [],
    })),
  };
}

/** @throws AppError `access.record` for no line, `bank.handled` for one that was handled */
async function handledError(db: Database, lineId: number): Promise<AppError> {
  const { rows } = await sql<{ payer: string }>`select payer from bank_line where line_id = ${lineId}`.execute(db);
  return rows[0] ? new AppError('bank.handled', { payer: rows[0].payer }) : new AppError('access.record');
}

/** A receivable over the payment, submitted for approval; of two who confirm it at once one does. */
async function bookLine(db: Database, actor: Actor, asked: z.output<typeof bankCalls.confirm.input>) {
  const { lineId, contractId, planId, arrearsId, checkUserId } = asked;
  const { rows } = await sql<{ day: string; money: string; reference: string }>`
    update bank_line set status = 1, handled_by = ${actor.userId}, handled_at = now()
    where line_id = ${lineId} and status = 0
    returning paid_on::text as day, money::text as money, reference`.execute(db);
  const [line] = rows;
  if (!line) throw await handledError(db, lineId);
  const contract = await readRow(db, actor, contractType, contractId);
  const { id } = await saveRecord(db, actor, receivableType, {
    values: {
      customer_id: Number(contract['customer_id']),
      contract_id: contractId,
      plan_id: planId ?? null,
      money: line.money,
      return_time: line.day,
      [paymentMethodField]: transferMethod,
      remark: line.reference === '' ? null : line.reference,
    },
  });
  if (arrearsId !== undefined)
    await setSystemColumns(
      db,
      receivableType,
      [id],
      sql`arrears_id = (
      select arrears_id from arrears where arrears_id = ${arrearsId} and contract_id = ${contractId})`,
    );
  await sql`update bank_line set receivables_id = ${id} where line_id = ${lineId}`.execute(db);
  if (asked.takesSurplus === 1) await confirmsSurplus(db, actor, id, 1);
  await requireBookable(db, actor, id);
  await submit(db, actor, receivableType, id, { checkUserId });
  return { receivablesId: id };
}
