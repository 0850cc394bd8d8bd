import type { z } from 'zod';
import { lockContracts } from '#server/modules/crm/ledger/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { keepMade } from '#server/record/actions/made-rows.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { parseValue } from '#server/record/fields/input.ts';
import { readRow } from '#server/record/rows/read.ts';
import { openOperation } from '#server/record/write/change-many.ts';
import { insertPrepared, planNew } from '#server/record/write/insert-prepared.ts';
import { refuseStored } from '#server/record/write/stored-checks.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { areDue, areWhole, instalmentsOf } from '#shared/crm/plans/periods.ts';
import type { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { unplannedOf } from './left.ts';

type Asked = z.output<typeof planCalls.addPeriods.input>;

/** Plans what is left of a contract in instalments: one action with one undo. @throws AppError `plan.*` */
export async function addPeriods(db: Database, actor: Actor, asked: Asked) {
  const row = await readRow(db, actor, contractType, asked.contractId);
  const [contract] = await lockContracts(db, [asked.contractId]);
  if (!contract) throw new AppError('access.record');
  if (asked.shares && !areWhole(asked.shares)) throw new AppError('plan.periods');
  const instalments = instalmentsOf(await unplannedOf(db, contract), asked);
  if (!areDue(instalments)) throw new AppError('plan.nothing_left');
  const fields = await fieldsOf(db, actor, planType);
  const batch = { db, actor, type: planType, fields };
  const drafts = instalments.map(({ date, money }) => {
    const raw: Readonly<Record<string, unknown>> = {
      contract_id: asked.contractId,
      customer_id: Number(row['customer_id']),
      money,
      return_date: date,
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
