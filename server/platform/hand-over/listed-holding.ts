import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HandOverPart, HeldItem, Holding, Left, Receipt } from '#server/platform/hand-over/holding.ts';
import { keepListed } from '#server/platform/hand-over/pieces.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Listed<Entry> extends Pick<Holding, 'name' | 'titleOf' | 'shownWith'> {
  readonly mayMove: (actor: Actor) => boolean;
  /** What these people hold, each person's in order. */
  readonly itemsOf: (db: Database, userIds: readonly number[]) => Promise<readonly HeldItem[]>;
  /** Of all of them: `mayMove` has been asked. */
  readonly nameOf: (db: Database, actor: Actor, item: string) => Promise<string>;
  /**
   * Gives a piece to somebody; what taking it back needs to know, as plain JSON. @throws AppError why it stays, such as
   * `hand_over.moved`
   */
  readonly move: (
    db: Database,
    actor: Actor,
    move: { readonly item: string; readonly fromUserId: number; readonly toUserId: number },
  ) => Promise<Entry>;
  /** @throws AppError why it cannot be taken back any more */
  readonly moveBack: (db: Database, actor: Actor, entry: Entry, part: HandOverPart) => Promise<void>;
}

/** Things of which people hold few: one by one, each of them whole or not at all. */
export function listedHolding<Entry>({ mayMove, itemsOf, nameOf, move, moveBack, ...named }: Listed<Entry>): Holding {
  return {
    ...named,
    totalsOf: async (db, userIds) => {
      const byPerson = Map.groupBy(await itemsOf(db, userIds), ({ userId }) => userId);
      return new Map([...byPerson].map(([userId, items]) => [userId, items.length]));
    },
    movableOf: async (db, actor, userId) => (mayMove(actor) ? (await itemsOf(db, [userId])).length : 0),
    plan: async (db, actor, part, split) => {
      if (!mayMove(actor)) return;
      const items = (await itemsOf(db, [part.fromUserId])).map(({ item }) => item);
      await keepListed(db, part, split, items);
    },
    namesOf: async (db, actor, items) => {
      const names = new Map<string, string>();
      if (!mayMove(actor)) return names;
      for (const item of items) names.set(item, await nameOf(db, actor, item));
      return names;
    },
    hand: async (db, actor, { fromUserId }, pieces, kept) => {
      const left: Left[] = [];
      const entries = [...entriesOf<Entry>(kept)];
      for (const { item, toUserId } of pieces) {
        const refused = await attempt(db, async () => {
          if (!mayMove(actor)) throw new AppError('access.denied');
          entries.push({ item, entry: await move(db, actor, { item, fromUserId, toUserId }) });
        });
        if (refused) left.push({ item, reason: refused });
      }
      return { left, receipt: { entries } };
    },
    takeBack: async (db, actor, part, receipt) => {
      const stays: string[] = [];
      for (const { item, entry } of entriesOf<Entry>(receipt).toReversed()) {
        const name = await nameOf(db, actor, item);
        const refused = await attempt(db, async () => {
          if (!mayMove(actor)) throw new AppError('access.denied');
          await moveBack(db, actor, entry, part);
        });
        if (refused) stays.push(name);
      }
      return stays;
    },
  };
}

const entriesOf = <Entry>(receipt: Receipt | null) =>
  (receipt?.['entries'] ?? []) as readonly { readonly item: string; readonly entry: Entry }[];

/** Does work whole or not at all; why not. */
async function attempt(db: Database, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint hand_over_piece`.execute(db);
  try {
    await work();
    await sql`release savepoint hand_over_piece`.execute(db);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint hand_over_piece`.execute(db);
    return error;
  }
}
