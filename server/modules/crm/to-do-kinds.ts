import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countLimit } from '#server/record/query/depth.ts';
import type { Where } from '#server/record/query/where.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { listRecords, type Listing } from '#server/record/query/list.ts';
import { scopeOfKind } from '#server/record/scenes/scenes.ts';
import { restricted, scoped, within, type Scope } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { toDoCalls, toDoKinds, whose, type RunReason, type ToDoKey, type toDoQuery } from '#shared/crm/to-do-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export type ToDoQuery = z.output<typeof toDoQuery>;

/** A kind of waiting work: a list, and the count shown in the menu (R20.2). */
export interface ToDoKind {
  readonly endpoint: (typeof toDoCalls)[ToDoKey];
  /** Its key in `CrmBackLog/num`. */
  readonly counter: string;
  /** How many wait for the actor; null when reminders are off, so the menu leaves it out. */
  readonly count: (db: Database, actor: Actor) => Promise<number | null>;
  readonly list: (db: Database, actor: Actor, asked: ToDoQuery) => Promise<Listing>;
}

/** Records for the follow-up queue. */
export interface RunPart {
  readonly reason: RunReason;
  readonly type: RecordType;
  /** Which records, and the time to sort by, earliest first, on the alias `r`; null as with `Condition`. */
  readonly wanted: (db: Database, actor: Actor) => Promise<{ readonly where: Where; readonly at: Expression } | null>;
}

type Expression = RawBuilder<unknown>;

/** What a module provides for the to-do page; `server/app.ts` passes it on. */
export interface ToDoModule {
  readonly kinds: readonly ToDoKind[];
  readonly run: readonly RunPart[];
}

/** Waiting work that is no list of records and has a page of its own; null where there is none. */
export interface ToDoCounter {
  readonly counter: string;
  readonly count: (db: Database, actor: Actor) => Promise<number | null>;
}

/** Which records of a type wait, on the alias `r`; null when reminders are off. */
type Condition = (db: Database, actor: Actor, state: number) => Promise<Where | null>;

/** A list query in the order of a kind, unless the user sorts. */
type Sorting = Pick<ToDoQuery, 'sortField' | 'order'>;

/** Longest waiting first. */
export const dueFirst: Sorting = { sortField: 'nextTime', order: 2 };

/** A kind whose items are records of their owner: it supports everything the type's own list does. */
export function recordToDo(key: ToDoKey, condition: Condition, sorting: Sorting = {}): ToDoKind {
  const { type, states } = toDoKinds[key];
  return {
    endpoint: toDoCalls[key],
    counter: key,
    count: async (db, actor) => {
      const wanted = await condition(db, actor, 1);
      return wanted && countOf(db, type, restricted(ownScope(actor, type, whose.mine), wanted));
    },
    list: async (db, actor, asked) => {
      const { type: state = 1, isSub = whose.mine, sceneId: _scene, ...query } = asked;
      if (states > 0 && (state < 1 || state > states)) throw new AppError('todo.type');
      if (isSub !== whose.mine && isSub !== whose.subordinates) throw new AppError('todo.sub');
      const wanted = await condition(db, actor, state);
      const sorted = wanted && query.sortField === undefined ? { ...query, ...sorting } : query;
      return listRecords(
        db,
        actor,
        type,
        sorted,
        restricted(ownScope(actor, type, isSub), wanted ?? sql<boolean>`false`),
      );
    },
  };
}

/** Open records that the actor, or their subordinates, own. */
export const ownScope = (actor: Actor, type: RecordType, isSub: number = whose.mine): Scope =>
  within(
    type,
    scopeOfKind(isSub === whose.subordinates ? 'subordinates' : 'mine', actor, type, scoped(actor, type)),
    'open',
  );

export async function countOf(db: Database, type: RecordType, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${visible(type, scope)} limit ${sql.lit(countLimit)}) as few`.execute(db);
  return rows[0]?.n ?? 0;
}

const today = sql`date_trunc('day', now())`;
const tomorrow = sql`${today} + interval '1 day'`;

/** A contact was due today and has not been made. */
export const isDueToday: Where = sql`r.next_time >= ${today} and r.next_time < ${tomorrow}
  and (r.last_time is null or r.last_time < ${today})`;

/** A contact was due on an earlier day and has not been made on that day or since. */
export const isOverdue: Where = sql`r.next_time < ${today}
  and (r.last_time is null or r.last_time < date_trunc('day', r.next_time))`;

/** A contact was due today and has been made. */
export const isContactedToday: Where = sql`r.next_time >= ${today} and r.next_time < ${tomorrow} and r.last_time >= ${today}`;

/** For people who can see the next contact: otherwise the contents of the list would reveal it (security A6). */
export const byNextTime =
  (type: RecordType, where: (state: number) => Where): Condition =>
  async (db, actor, state) =>
    (await seesNextTime(db, actor, type)) ? where(state) : null;

export const seesNextTime = async (db: Database, actor: Actor, type: RecordType): Promise<boolean> =>
  (await fieldsOf(db, actor, type)).byName.get('next_time')?.hidden === false;

/** What is due by the time of the next contact, as parts of the queue. */
export const dueParts = (type: RecordType): RunPart[] =>
  (
    [
      ['overdue', isOverdue],
      ['today', isDueToday],
    ] as const
  ).map(([reason, where]) => ({
    reason,
    type,
    wanted: async (db, actor) => ((await seesNextTime(db, actor, type)) ? { where, at: sql`r.next_time` } : null),
  }));

/** What nobody has followed up since its owner got it. */
export const isFollowedUp = (state: number): Where => (state === 1 ? sql`r.followup = 0` : sql`r.followup = 1`);
