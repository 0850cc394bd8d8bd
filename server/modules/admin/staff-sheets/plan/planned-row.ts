import type { DepartmentPlace } from '#server/modules/admin/staff-sheets/plan/departments.ts';
import type { ReadPerson } from '#server/modules/admin/staff-sheets/plan/read-person.ts';
import type { StaffRow } from '#server/modules/admin/staff-sheets/read.ts';
import type { StaffPerson } from '#server/modules/admin/staff-sheets/state.ts';
import type { RowProblem } from '#server/record/import/rows.ts';
import type { RowKind } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';

/** A superior: somebody who is here, or the row of somebody new. */
export type Superior = { readonly userId: number } | { readonly row: number };

export interface PlannedRow {
  readonly source: StaffRow;
  readonly kind: RowKind;
  readonly problems: readonly RowProblem[];
  /** Null for somebody new. */
  readonly person: StaffPerson | null;
  readonly read: ReadPerson;
  readonly place: DepartmentPlace | null;
  /** Null keeps what is, or leaves it empty. */
  readonly superior: Superior | null;
  readonly roleIds: readonly number[];
}
