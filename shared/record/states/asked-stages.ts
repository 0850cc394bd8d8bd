import { camelCase } from '#shared/record/field.ts';
import {
  isStaged,
  stateColumns,
  type HasStates,
  type StagedColumn,
  type StateColumn,
} from '#shared/record/states/state.ts';

/** Columns of stages that forms ask for, each with the transition by which a save enters another stage. */
export const stagesInForms = (type: HasStates): { readonly column: StagedColumn; readonly transition: string }[] =>
  stateColumns(type).flatMap((column: StateColumn) =>
    isStaged(column) && column.inForms !== undefined ? [{ column, transition: column.inForms.transition }] : [],
  );

/** The names by which a save may send the stage of a column. */
export const stageKeys = ({ column }: StateColumn): readonly string[] => [column, camelCase(column)];
