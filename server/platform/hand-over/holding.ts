import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HandOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { AppError } from '#shared/wire/error-codes.ts';

/** A thing that a person holds. */
export interface HeldItem {
  readonly userId: number;
  readonly item: string;
}

/** A field of records by whose values they may be split. */
export interface SplitField {
  readonly fieldName: string;
  readonly label: string;
  /** The values that those records have, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
}

/** The part of a hand-over that is about one holding. */
export interface HandOverPart {
  readonly handOverId: number;
  readonly fromUserId: number;
  readonly holding: string;
  /** Its place among the parts. */
  readonly part: number;
}

/** Who gets what, where somebody does. */
export interface Split {
  readonly rule: Exclude<HandOverRule, { readonly kind: 'stay' | 'superior' }>;
  /** The rule is meant for this holding, rather than for all. */
  readonly isOwn: boolean;
}

/** A piece, such as a record by its id, and who gets it. */
export interface Piece {
  readonly item: string;
  readonly toUserId: number;
}

/** A piece that stays where it is, and why. */
export interface Left {
  readonly item: string;
  readonly reason: AppError;
}

/** What an undo needs to know; plain JSON. */
export type Receipt = Readonly<Record<string, unknown>>;

/** A part of a hand-over that has been written. */
export interface Handed {
  readonly left: readonly Left[];
  /** Of the pieces that were written, after those kept before; null for none. */
  readonly receipt: Receipt | null;
}

/**
 * A kind of things that people hold and that others have to take over: records of a type, open approvals, places in a
 * rule. Each module declares its own (docs/decisions/hand-over.md).
 */
export interface Holding {
  readonly name: string;
  readonly titleOf: (language: Language) => string;
  /** Names of the types of records that lists show otherwise when it goes to somebody else. */
  readonly shownWith?: () => readonly string[];
  /** How much of it each of these people holds; who holds nothing may be absent. */
  readonly totalsOf: (db: Database, userIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** As much of what a person holds as the actor may hand over. */
  readonly movableOf: (db: Database, actor: Actor, userId: number) => Promise<number>;
  /** Absent where pieces have no fields. */
  readonly splitFields?: (db: Database, actor: Actor, userId: number) => Promise<readonly SplitField[]>;
  /** Keeps who gets which of the pieces that the actor may hand over (`pieces.ts`). */
  readonly plan: (db: Database, actor: Actor, part: HandOverPart, split: Split) => Promise<void>;
  /** Names of pieces, as far as the actor may read them. */
  readonly namesOf: (db: Database, actor: Actor, items: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Writes pieces by the actor's rights of this moment; `kept` is the receipt of those written before. */
  readonly hand: (
    db: Database,
    actor: Actor,
    part: HandOverPart,
    pieces: readonly Piece[],
    kept: Receipt | null,
  ) => Promise<Handed>;
  /** Takes back what a receipt speaks of; the names of what has been changed since and stays. */
  readonly takeBack: (db: Database, actor: Actor, part: HandOverPart, receipt: Receipt) => Promise<readonly string[]>;
}

const sources: (() => readonly Holding[])[] = [];

/** Adds holdings; a function where they follow from what is registered later. In the order in which they are written. */
export function registerHoldings(added: () => readonly Holding[]): void {
  sources.push(added);
}

/** Every kind of things that people hold. */
export const holdings = (): readonly Holding[] => sources.flatMap((source) => source());

/** Undefined for one that an older version had. */
export const holdingNamed = (name: string): Holding | undefined => holdings().find((holding) => holding.name === name);
