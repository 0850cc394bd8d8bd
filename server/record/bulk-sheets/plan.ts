import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';
import type { TargetLine } from '#server/record/bulk-sheets/find-records.ts';
import type { Report } from '#server/record/bulk-sheets/report.ts';

/** The effect of one row. Rows of one group differ in their records only and are executed together. */
export interface Deed {
  readonly row: number;
  readonly recordId: number;
  readonly group: string;
}

/** The plan of a sheet, and how a group of it is executed: by the functions of the single actions. */
export interface Plan {
  readonly deeds: readonly Deed[];
  /** @throws AppError what the action refuses */
  readonly perform: (deeds: readonly Deed[], operationId: number) => Promise<void>;
}

/** What a type does with a sheet of records for its pool. */
export interface PoolAction {
  readonly put: (db: Database, actor: Actor, ids: readonly number[], operationId: number) => Promise<unknown>;
  /** Records that cannot be moved there, with the reason. */
  readonly refused: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, ErrorCode>>;
}

export interface Planning {
  readonly db: Database;
  readonly actor: Actor;
  readonly type: RecordType;
  readonly lines: readonly TargetLine[];
  readonly report: Report;
  /** New owner for rows that name none. */
  readonly userId: number | undefined;
  readonly pool: PoolAction | undefined;
}

export const recordsOf = (deeds: readonly Deed[]): number[] => [...new Set(deeds.map(({ recordId }) => recordId))];
