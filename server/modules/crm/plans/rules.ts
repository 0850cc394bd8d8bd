import { sql } from 'kysely';
import { lockContracts, negated } from '#server/modules/crm/ledger/api.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { shownTo } from '#server/record/fields/legible.ts';
import type { RuleDraft, Rules, Values } from '#server/record/registry.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Stored {
  readonly id: number;
  readonly contractId: number;
  readonly num: string | null;
  readonly isBooked: boolean;
  readonly isLive: boolean;
  readonly money: string;
}

const contractOf = (values: Values | null): number | null =>
  typeof values?.['contract_id'] === 'number' ? values['contract_id'] : null;

/** Plans of contracts, deleted ones as well: their numbers come back with them. */
async function plansOf(db: Database, contractIds: readonly number[]): Promise<readonly Stored[]> {
  const { from } = system('plans of a contract are numbered, whoever sees them', planType);
  const { rows } = await sql<Stored>`
    select r.plan_id as id, r.contract_id as "contractId", r.num, r.money::text as money, r.deleted_at is null as "isLive",
      r.received_money <> 0 or r.arrears_money <> 0 as "isBooked"
    from ${from} where r.contract_id = any(${[...contractIds]}::bigint[])`.execute(db);
  return rows;
}

/**
 * The next number of the contract for a new plan or one that goes to another contract, unless one is said. Contracts are locked before, so that
 * two at once get different ones.
 * @throws AppError `plan.received`
 */
async function numbered(db: Database, _actor: Actor, drafts: readonly RuleDraft[]): Promise<Values[]> {
  const ids = [...new Set(drafts.flatMap(({ next, previous }) => [contractOf(next), contractOf(previous)]))];
  const contractIds = ids.filter((id) => id !== null);
  await lockContracts(db, contractIds);
  const stored = await plansOf(db, contractIds);
  if (drafts.some(({ id }) => stored.some((plan) => plan.id === id && plan.isBooked)))
    throw new AppError('plan.received');
  const held = new Map(contractIds.map((id) => [id, stored.filter(({ contractId }) => contractId === id)]));
  return drafts.map(({ id, next, previous }): Values => {
    const contractId = contractOf(next);
    const isOfOther = previous !== null && contractOf(previous) !== contractId;
    const said = isOfOther && previous['num'] === next['num'] ? null : (next['num'] ?? null);
    if (contractId === null) return {};
    const others = (held.get(contractId) ?? []).filter((plan) => plan.id !== id);
    const num = said ?? (isOfOther || previous === null ? String(lastOf(others) + 1) : (previous['num'] ?? null));
    if (others.some((plan) => plan.isLive && plan.num === num))
      throw new AppError('plan.number_taken', { num: String(num) }, { fieldName: 'num' });
    held.set(contractId, [
      ...others,
      { id: id ?? 0, contractId, num: String(num), isBooked: false, isLive: true, money: '0' },
    ]);
    return { num };
  });
}

const lastOf = (plans: readonly Stored[]): number =>
  Math.max(0, ...plans.map(({ num }) => (/^\d{1,9}$/.test(num ?? '') ? Number(num) : 0)));

/** Plans may not come to more than their contract. @throws AppError `plan.over_contract` */
async function withinContract(db: Database, actor: Actor | null, contractIds: readonly number[]): Promise<void> {
  const contracts = await lockContracts(db, contractIds);
  const stored = await plansOf(db, contractIds);
  // what a draft comes to is found out when it comes into force
  for (const { id, agreed, name } of contracts.filter(({ checkStatus }) => checkStatus === checkStatuses.passed)) {
    const plans = stored.filter(({ contractId, isLive }) => contractId === id && isLive);
    const planned = sumOf(plans.map(({ money }) => money));
    const more = sumOf([planned, negated(agreed)]);
    if (compared(more, '0') <= 0) continue;
    const shown = (value: string) => shownTo(db, actor, contractType, { fieldName: 'money', value });
    throw new AppError('plan.over_contract', { name, money: await shown(agreed), more: await shown(more) });
  }
}

async function contractsOf(db: Database, ids: readonly number[]): Promise<number[]> {
  const { from } = system('plans of a contract may not exceed it, whoever sees them', planType);
  const { rows } = await sql<{ id: number }>`
    select distinct r.contract_id as id from ${from} where r.plan_id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of plans about to be deleted, those that money was booked on. */
const undeletable: Rules['undeletable'] = async (db, ids) => {
  const { from } = system('plans that money was booked on stay, whoever deletes them', planType);
  const { rows } = await sql<{ id: number }>`
    select r.plan_id as id from ${from}
    where r.plan_id = any(${[...ids]}::bigint[]) and (r.received_money <> 0 or r.arrears_money <> 0)`.execute(db);
  return new Map(rows.map(({ id }) => [id, new AppError('plan.received')]));
};

export const planRules: Rules = {
  headings: headingWords,
  beforeSave: numbered,
  undeletable,
  afterSave: async (db, actor, written) =>
    withinContract(db, actor, [...new Set(written.flatMap(({ next }) => contractOf(next) ?? []))]),
  afterUndo: async (db, ids) => withinContract(db, null, await contractsOf(db, ids)),
};
