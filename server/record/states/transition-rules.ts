import type { RawBuilder } from 'kysely';
import type { AppError } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** A locked record before a transition, with the columns of its row. */
export interface TransitionRow {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly ownerUserId: number | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The context of a transition. */
export interface TransitionInput {
  /** The target state. */
  readonly to: number;
  /** Value of one of the declared reasons. */
  readonly reason?: string | undefined;
  readonly remark?: string | undefined;
  /** The action that an undo reverts, for effects on other records; null for final transitions. */
  readonly operationId: number | null;
}

/** What an undo of a transition does beside giving the columns their former values. */
interface TransitionUndo {
  /** The locked records that stay as they are because something depends on them by now, with the reason. */
  readonly guard: (
    db: Database,
    actor: Actor,
    rows: readonly TransitionRow[],
  ) => Promise<ReadonlyMap<number, AppError>>;
  /** After the columns have their former values, in the same transaction. */
  readonly effect?: (db: Database, actor: Actor, rows: readonly TransitionRow[]) => Promise<void>;
}

/** What is special about a transition. */
export interface TransitionRules {
  /** The locked records for which it is refused, with the reason. */
  readonly guard?: (
    db: Database,
    actor: Actor,
    rows: readonly TransitionRow[],
    target: { readonly to: number },
  ) => Promise<ReadonlyMap<number, AppError>>;
  /** Further columns of the records that change, and are restored by an undo. */
  readonly set?: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Its further effects, in the same transaction. */
  readonly effect?: (
    db: Database,
    actor: Actor,
    rows: readonly TransitionRow[],
    input: TransitionInput,
  ) => Promise<void>;
  readonly undo?: TransitionUndo;
}

/** The transitions of a type, by column and name. */
export type TransitionRulesOf = Readonly<Record<string, Readonly<Record<string, TransitionRules>>>>;
