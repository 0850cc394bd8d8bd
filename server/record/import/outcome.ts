import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { FormerLine } from '#server/record/lines/former-lines.ts';
import type { ReadRow, RowProblem } from '#server/record/import/rows.ts';
import type { Values } from '#server/record/registry.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface ImportSettings {
  readonly importId: number;
  readonly type: RecordType;
  readonly fields: FieldSet;
  /** 1 overwrite what exists, 2 skip (R22.3). */
  readonly repeatHandling: number;
  /** Of new records; null for the pool. */
  readonly ownerUserId: number | null;
  /** Numbers of the whole sheet that no row without one may get. */
  readonly typedNumbers?: ReadonlySet<string>;
}

export type Former = Readonly<Record<string, Values[string] | readonly FormerLine[]>>;

export interface Outcome {
  readonly row: ReadRow;
  readonly result: 'created' | 'updated' | 'skipped' | 'failed';
  readonly recordId?: number;
  /** What the row has changed, as it was; the lines, where they have changed, under their key. */
  readonly before?: Former;
  readonly version?: number;
  /** Why nothing was done, all that is known of it. */
  readonly problems?: readonly RowProblem[];
}
