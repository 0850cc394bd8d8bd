import type { z } from 'zod';
import { lockContracts, negated } from '#server/modules/crm/ledger/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { keepMade } from '#server/record/actions/made-rows.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { parseValue } from '#server/record/fields/input.ts';
import { readRow } from '#server/record/rows/read.ts';
import { openOperation } from '#server/record/write/change-many.ts';
import { insertPrepared, planNew } from '#server/record/write/insert-prepared.ts';
import { refuseStored } from '#server/record/write/stored-checks.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { sql } from 'kysely';
import { amountsBy, areWhole, equalShares, monthsLater } from './periods.ts';

type Asked = z.output<typeof planCalls.addPeriods.input>;

/** Plans what is left of a contract in instalments: one action with one undo. @throws AppError `plan.*` */
export async function addPeriods(db: Database, actor: Actor, asked: Asked) {
  const row = await readRow(db, actor, contractType, asked.contractId);
  const [contract] = await lockContracts(db, [asked.contractId]);
  if (!contract) throw new AppError('access.record');
  if (asked.shares && !areWhole(asked.shares)) throw new AppError('plan.periods');
  const left = sumOf([contract.agreed, negated(await plannedOf(db, asked.contractId))]);
  const amounts = amountsBy(left, asked.shares ?? equalShares(asked.count ?? 1));
  if (amounts.some((amount) => compared(amount, '0') <= 0)) throw new AppError('plan.nothing_left');
  const fields = await fieldsOf(db, actor, planType);
  const batch = { db, actor, type: planType, fields };
  const drafts = amounts.map((money, at) => {
    const raw: Readonly<Record<string, unknown>> = {
      contract_id: asked.contractId,
      customer_id: Number(row['customer_id']),
      money,
      return_date: monthsLater(asked.firstDate, at * asked.months),
      return_type: asked.returnType,
      remind: asked.remind ?? null,
      remark: asked.remark ?? null,
    };
    const sent = Object.fromEntries(
      Object.entries(raw).flatMap(([name, value]) => {
        const field = fields.byName.get(name);
        return field ? [[name, parseValue(field, value)]] : [];
      }),
    );
    return { row: null, sent, ownerUserId: row.owner_user_id ?? actor.userId } as const;
  });
  const prepared = await planNew(batch, drafts);
  await refuseStored(batch, prepared);
  const operationId = await openOperation(db, actor, planType, {
    verb: 'created',
    access: permissionOf(planType, 'save'),
    rowTotal: prepared.length,
    details: { title: String(row['name'] ?? '') },
    isWhole: true,
  });
  const { ids } = await insertPrepared(batch, prepared, { verb: 'created', details: { operationId } });
  await keepMade(db, actor, operationId, ids);
  return { operationId, count: ids.length, planIds: [...ids] };
}

/** What is planned of a contract, in force or not. */
async function plannedOf(db: Database, contractId: number): Promise<string> {
  const { from, live } = system('what is planned is planned, whoever sees it', planType);
  const { rows } = await sql<{ money: string }>`
    select coalesce(sum(r.money), 0)::text as money from ${from} where r.contract_id = ${contractId} and ${live}`.execute(
    db,
  );
  return rows[0]?.money ?? '0';
}
