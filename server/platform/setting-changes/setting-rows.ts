import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import type { Lines, SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import type { Language } from '#shared/i18n/language.ts';

interface Row {
  readonly id: number;
}

/** How rows of a table are kept as settings. */
interface SettingRows<R extends Row> extends Pick<
  SettingKind<readonly R[]>,
  'name' | 'title' | 'access' | 'people' | 'isFinal'
> {
  /** What every write of the kind has locked already; a lock of the kind's own without it. */
  readonly hold?: (db: Database) => Promise<void>;
  /** Those of these ids that there are, in the order of the ids. */
  readonly read: (db: Database, ids: readonly number[]) => Promise<readonly R[]>;
  /** Writes rows as they once were, whether or not they are there. @throws AppError what their form is refused with */
  readonly put: (db: Database, rows: readonly R[], actor: Actor) => Promise<void>;
  readonly remove: (db: Database, ids: readonly number[], actor: Actor) => Promise<void>;
  readonly linesOf: (db: Database, rows: readonly R[], language: Language) => Promise<Lines> | Lines;
}

/** A kind of settings whose changes are each about one or many rows of a table. */
export interface RowsKind<R extends Row> extends SettingKind<readonly R[]> {
  /** Writes of the kind wait for each other; each begins with this. */
  readonly hold: (db: Database) => Promise<void>;
}

/** The item of a change of these rows. */
export const itemOf = (ids: readonly number[]): string => ids.toSorted((left, right) => left - right).join(',');
const idsOf = (item: string): number[] => (item === '' ? [] : item.split(',').map(Number));

/** A kind whose items are the rows of a change, by their ids, so that an act on many rows is taken back as one. */
export function settingRows<R extends Row>({ hold, read, put, remove, ...kind }: SettingRows<R>): RowsKind<R> {
  return {
    ...kind,
    hold:
      hold ??
      (async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${kind.name}`}, 0))`.execute(db);
      }),
    read: async (db, item) => {
      const rows = await read(db, idsOf(item));
      return rows.length > 0 ? rows : null;
    },
    write: async (db, actor, item, value) => {
      const rows = value ?? [];
      const kept = new Set(rows.map(({ id }) => id));
      await remove(
        db,
        idsOf(item).filter((id) => !kept.has(id)),
        actor,
      );
      await put(db, rows, actor);
    },
  };
}

/** Does `work`, which changes or removes rows, and keeps what they were before and after. Needs `hold`. */
export const changingRows = <R extends Row, Result>(
  db: Database,
  actor: Actor,
  kind: RowsKind<R>,
  ids: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> => changing(db, actor, kind, itemOf(ids), work);

/** Keeps that rows are new. Needs `hold`. */
export const createdRows = <R extends Row>(
  db: Database,
  actor: Actor,
  kind: RowsKind<R>,
  ids: readonly number[],
): Promise<void> => created(db, actor, kind.name, itemOf(ids));
