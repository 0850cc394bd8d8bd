import type { RawBuilder } from 'kysely';
import type { AppError } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** A locked record that a transition is about to change, with the columns of its row as they were. */
export interface TransitionRow {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly ownerUserId: number | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/** What a transition is done with. */
export interface TransitionInput {
  /** The state that it leads to. */
  readonly to: number;
  /** Value of one of the declared reasons. */
  readonly reason?: string | undefined;
  readonly remark?: string | undefined;
  /** The action that an undo takes back, for what an effect changes in other records; null for what stays. */
  readonly operationId: number | null;
}

/** What is special about a transition. */
export interface TransitionRules {
  /** Of locked records, those that it is refused for, with the reason. */
  readonly guard?: (
    db: Database,
    actor: Actor,
    rows: readonly TransitionRow[],
  ) => Promise<ReadonlyMap<number, AppError>>;
  /** Columns of the records that change along, and are given back by an undo. */
  readonly set?: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** What else it does, in the same transaction. */
  readonly effect?: (
    db: Database,
    actor: Actor,
    rows: readonly TransitionRow[],
    input: TransitionInput,
  ) => Promise<void>;
}

/** Of a type's transitions, by column and name. */
export type TransitionRulesOf = Readonly<Record<string, Readonly<Record<string, TransitionRules>>>>;
