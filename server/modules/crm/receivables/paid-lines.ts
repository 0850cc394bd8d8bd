import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { PaidLine } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** States of a line for a receivable, as older clients know them. */
const statuses = { checked: 4, unchecked: 3 } as const;

interface SentLine {
  readonly lineId: number;
  readonly checked?: number | undefined;
  readonly status?: number | undefined;
}

/** Keeps which lines of its contract a receivable is for. @throws AppError `lines.unknown` */
export async function keepPaidLines(
  db: Database,
  receivablesId: number,
  contractId: number,
  sent: readonly SentLine[],
): Promise<void> {
  const lines = (await linesOf(db, contractType, [contractId])).get(contractId) ?? [];
  if (sent.some(({ lineId }) => !lines.some(({ id }) => id === lineId))) throw new AppError('lines.unknown');
  const ids = sent
    .filter(({ checked, status }) => checked === 1 || status === statuses.checked)
    .map(({ lineId }) => lineId);
  await sql`
    delete from receivable_product where receivables_id = ${receivablesId} and line_id <> all(${ids}::bigint[])`.execute(
    db,
  );
  await sql`
    insert into receivable_product (receivables_id, line_id)
    select ${receivablesId}, l.id from unnest(${ids}::bigint[]) as l(id) on conflict do nothing`.execute(db);
}

/** The lines of the contract of a receivable that the actor may read, without amounts that their roles hide. */
export async function paidLinesOf(db: Database, actor: Actor, receivablesId: number): Promise<PaidLine[]> {
  const receivable = await readRow(db, actor, receivableType, receivablesId);
  const contractId = Number(receivable['contract_id']);
  const lines = (await linesOf(db, contractType, [contractId])).get(contractId) ?? [];
  const { rows } = await sql<{ id: number }>`
    select line_id as id from receivable_product where receivables_id = ${receivablesId}`.execute(db);
  const checked = new Set(rows.map(({ id }) => id));
  const isShown = await isLegible(db, actor, contractType, 'money');
  return lines.map(({ id, values }) => {
    const said = (name: string): string => String(values[name] ?? '');
    const isChecked = checked.has(id);
    return {
      lineId: id,
      productId: Number(values['product_id'] ?? 0),
      name: said('name'),
      categoryName: said('category'),
      unit: said('unit'),
      salesPrice: isShown ? said('sales_price') : '',
      num: said('num'),
      subtotal: isShown ? said('subtotal') : '',
      checked: isChecked ? 1 : 0,
      status: isChecked ? statuses.checked : statuses.unchecked,
    };
  });
}
