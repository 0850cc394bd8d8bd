import { sql } from 'kysely';
import { lockContracts, negated, type LockedContract } from '#server/modules/crm/ledger/api.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { shownTo } from '#server/record/fields/legible.ts';
import type { RuleDraft, RuleProblem, Rules, Values } from '#server/record/registry.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { textOf } from '#shared/record/field.ts';
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

/** The plans of the contracts that drafts name or named, which are locked, so that two at once see each other. */
async function heldBy(db: Database, drafts: readonly RuleDraft[]) {
  const ids = new Set(drafts.flatMap(({ next, previous }) => [contractOf(next), contractOf(previous)]));
  const contractIds = [...ids].filter((id) => id !== null);
  const contracts = await lockContracts(db, contractIds);
  const stored = await plansOf(db, contractIds);
  const held = new Map(contractIds.map((id) => [id, stored.filter(({ contractId }) => contractId === id)]));
  return { contracts: new Map(contracts.map((contract) => [contract.id, contract])), stored, held };
}

const drafted = ({ id, next }: RuleDraft, contractId: number): Stored => ({
  id: id ?? 0,
  contractId,
  num: textOf(next['num']),
  isBooked: false,
  isLive: true,
  money: textOf(next['money']) ?? '0',
});

/** The next number of the contract for a new plan or one that goes to another contract, unless one is said. */
async function numbered(db: Database, _actor: Actor, drafts: readonly RuleDraft[]): Promise<Values[]> {
  const { held } = await heldBy(db, drafts);
  return drafts.map((draft): Values => {
    const { id, next, previous } = draft;
    const contractId = contractOf(next);
    const isOfOther = previous !== null && contractOf(previous) !== contractId;
    const said = isOfOther && previous['num'] === next['num'] ? null : (next['num'] ?? null);
    if (contractId === null) return {};
    const others = (held.get(contractId) ?? []).filter((plan) => plan.id !== id);
    const num = said ?? (isOfOther || previous === null ? String(lastOf(others) + 1) : (previous['num'] ?? null));
    held.set(contractId, [...others, drafted({ ...draft, next: { ...next, num } }, contractId)]);
    return { num };
  });
}

/** What is booked stays, numbers of a contract are different, and new plans come to no more than one in force. */
async function refusals(
  db: Database,
  actor: Actor,
  drafts: readonly RuleDraft[],
): Promise<readonly (RuleProblem | null)[]> {
  const { contracts, stored, held } = await heldBy(db, drafts);
  const found: (RuleProblem | null)[] = [];
  for (const draft of drafts) {
    const { id, next, previous } = draft;
    const contractId = contractOf(next);
    const others = (held.get(contractId ?? 0) ?? []).filter((plan) => plan.id !== id && plan.isLive);
    const num = textOf(next['num']);
    const own = contractId === null ? [] : [drafted(draft, contractId)];
    const over = previous === null ? overBy(contracts.get(contractId ?? 0), [...others, ...own]) : null;
    if (stored.some((plan) => plan.id === id && plan.isBooked))
      found.push({ code: 'plan.received', params: {}, fieldName: '' });
    else if (others.some((plan) => plan.num === num))
      found.push({ code: 'plan.number_taken', params: { num: num ?? '' }, fieldName: 'num' });
    else if (over) found.push({ ...(await overContract(db, actor, over)), fieldName: 'money' });
    else {
      if (contractId !== null) held.set(contractId, [...others, ...own]);
      found.push(null);
    }
  }
  return found;
}

interface Over {
  readonly contract: LockedContract;
  readonly more: string;
}

/** By how much plans exceed their contract; what a draft comes to is found out when it comes into force. */
function overBy(contract: LockedContract | undefined, plans: readonly Stored[]): Over | null {
  if (contract?.checkStatus !== checkStatuses.passed) return null;
  const more = sumOf([...plans.map(({ money }) => money), negated(contract.agreed)]);
  return compared(more, '0') > 0 ? { contract, more } : null;
}

async function overContract(db: Database, actor: Actor | null, { contract: { name, agreed }, more }: Over) {
  const shown = (value: string) => shownTo(db, actor, contractType, { fieldName: 'money', value });
  return {
    code: 'plan.over_contract',
    params: { contract: name, money: await shown(agreed), more: await shown(more) },
  } as const;
}

const lastOf = (plans: readonly Stored[]): number =>
  Math.max(0, ...plans.map(({ num }) => (/^\d{1,9}$/.test(num ?? '') ? Number(num) : 0)));

/** The number that the next plan of a contract gets. */
export const nextNumber = async (db: Database, contractId: number): Promise<number> =>
  lastOf(await plansOf(db, [contractId])) + 1;

/** Plans may not come to more than their contract. @throws AppError `plan.over_contract` */
async function withinContract(db: Database, actor: Actor | null, contractIds: readonly number[]): Promise<void> {
  const contracts = await lockContracts(db, contractIds);
  const stored = await plansOf(db, contractIds);
  for (const contract of contracts) {
    const plans = stored.filter(({ contractId, isLive }) => contractId === contract.id && isLive);
    const over = overBy(contract, plans);
    if (!over) continue;
    const { code, params } = await overContract(db, actor, over);
    throw new AppError(code, params);
  }
}

/** Of plans about to come back, those that would make the plans of their contract come to more than it. */
const unrestorable: Rules['unrestorable'] = async (db, actor, ids) => {
  const contractIds = await contractsOf(db, ids);
  const contracts = await lockContracts(db, contractIds);
  const stored = await plansOf(db, contractIds);
  const refused = new Map<number, AppError>();
  for (const contract of contracts) {
    const own = stored.filter(({ contractId }) => contractId === contract.id);
    const back = own.filter(({ isLive }) => isLive);
    for (const plan of own.filter(({ id }) => ids.includes(id)).toSorted((one, other) => one.id - other.id)) {
      const over = overBy(contract, [...back, plan]);
      const twin = back.find(({ num }) => num === plan.num);
      if (twin) refused.set(plan.id, new AppError('plan.number_taken', { num: plan.num ?? '' }));
      else if (over) {
        const { code, params } = await overContract(db, actor, over);
        refused.set(plan.id, new AppError(code, params));
      } else back.push(plan);
    }
  }
  return refused;
};

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
  refusals,
  undeletable,
  unrestorable,
  afterSave: async (db, actor, written) =>
    withinContract(db, actor, [...new Set(written.flatMap(({ next }) => contractOf(next) ?? []))]),
  afterUndo: async (db, ids) => withinContract(db, null, await contractsOf(db, ids)),
};
