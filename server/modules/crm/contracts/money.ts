import type { RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** What was received for a contract, as its page shows it. */
export interface MoneyOfContract {
  /** Receivables that are not in the recycle bin, whatever their state. */
  readonly count: number;
  readonly received: string;
}

/** Whoever keeps the money of contracts. Each is called in the transaction of the state change. */
export interface ContractMoney {
  /** Columns that are written with the state of contracts that pass; an expression reads the old row as `r`. */
  readonly passing: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Contracts have passed, or an order has changed what they come to. */
  readonly passed: (db: Database, actor: Actor, contractIds: readonly number[]) => Promise<void>;
  /** What is unpaid is reversed, and what was received becomes the customer's credit. */
  readonly discarded: (db: Database, actor: Actor, contractIds: readonly number[]) => Promise<void>;
  /** What a contract came to when it passed is reversed: it is a draft again. */
  readonly takenBack: (db: Database, actor: Actor, contractIds: readonly number[]) => Promise<void>;
  readonly of: (db: Database, contractIds: readonly number[]) => Promise<ReadonlyMap<number, MoneyOfContract>>;
}

let kept: ContractMoney | null = null;

/** Names who keeps it; where the server lists its modules. */
export function keepMoneyIn(money: ContractMoney): void {
  kept = money;
}

export const figuresOfPassing: ContractMoney['passing'] = () => kept?.passing() ?? {};
export const contractPassed: ContractMoney['passed'] = async (db, actor, ids) => kept?.passed(db, actor, ids);
export const contractDiscarded: ContractMoney['discarded'] = async (db, actor, ids) => kept?.discarded(db, actor, ids);
export const contractTakenBack: ContractMoney['takenBack'] = async (db, actor, ids) => kept?.takenBack(db, actor, ids);
export const moneyOf: ContractMoney['of'] = async (db, ids) => (await kept?.of(db, ids)) ?? new Map();
