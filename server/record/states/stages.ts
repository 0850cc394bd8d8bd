import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { StateKind } from '#shared/record/states/state.ts';
import {
  declaredStates,
  isStaged,
  stateColumns,
  type HasStates,
  type StageTable,
  type StateColumn,
} from '#shared/record/states/state.ts';

/** A stage of a group. */
export interface Stage {
  readonly id: number;
  readonly name: string;
  readonly kind: StateKind;
  readonly group: string | number;
}

/** All stages of a column, each group in its order. */
export async function stagesOf(db: Database, stages: StageTable): Promise<Stage[]> {
  const { rows } = await sql<Stage>`
    select s.${sql.ref(stages.idColumn)} as id, s.${sql.ref(stages.nameColumn)} as name,
      s.${sql.ref(stages.kindColumn)} as kind, s.${sql.ref(stages.groupColumn)} as "group"
    from ${sql.table(stages.table)} as s
    order by s.${sql.ref(stages.groupColumn)}, s.${sql.ref(stages.placeColumn)}, s.${sql.ref(stages.idColumn)}`.execute(
    db,
  );
  return rows;
}

/** The value of a stage in a column of its table, by the expression of its id. */
const ofStage = (stages: StageTable, column: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select s.${sql.ref(column)} from ${sql.table(stages.table)} as s where s.${sql.ref(stages.idColumn)} = ${id})`;

const onRow = (column: string): RawBuilder<unknown> => sql.ref(`r.${column}`);

/** The name of a record's stage, on the alias `r`. */
export const stageName = ({ column, values }: { readonly column: string; readonly values: StageTable }) =>
  ofStage(values, values.nameColumn, onRow(column));

/** Names of the stages of a record, for the select list of its row on the alias `r`. */
export const stageNames = (type: HasStates): RawBuilder<unknown>[] =>
  stateColumns(type)
    .filter(isStaged)
    .map((staged) => sql`${stageName(staged)} as ${sql.ref(staged.fieldName)}`);

/** The position of a state in the order of its column, on the alias `r`; null where the values are in that order. */
export function stateOrder(column: StateColumn): RawBuilder<unknown> | null {
  if (isStaged(column)) return ofStage(column.values, column.values.placeColumn, onRow(column.column));
  const values = declaredStates(column).map(({ value }) => value);
  const isInOrder = values.every((value, at) => at === 0 || value > (values[at - 1] ?? value));
  return isInOrder ? null : sql`array_position(${values}::int[], ${onRow(column.column)}::int)`;
}

const firstOf = (stages: StageTable, group: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select s.${sql.ref(stages.idColumn)} from ${sql.table(stages.table)} as s where s.${sql.ref(stages.groupColumn)} = ${group}
  order by s.${sql.ref(stages.placeColumn)}, s.${sql.ref(stages.idColumn)} limit 1)`;

/** Dependent changes when columns of records are set. */
export interface StageReset {
  readonly set: Readonly<Record<string, RawBuilder<unknown>>>;
  /** SQL of the changes for the log, a jsonb array; reads the old row as `r`. */
  readonly changes: RawBuilder<unknown>;
}

/**
 * Changing the group of a record sets its first stage. The database ensures that for every writer
 * (`make_stage_column`); here it is recorded in the before-image and the log.
 */
export function stageReset(type: HasStates, set: Readonly<Record<string, RawBuilder<unknown>>>): StageReset | null {
  const reset = stateColumns(type)
    .filter(isStaged)
    .filter(({ column, values }) => Object.hasOwn(set, values.groupField) && !Object.hasOwn(set, column))
    .map((column) => {
      const { values } = column;
      const group = set[values.groupField] ?? sql`null`;
      const own = onRow(column.column);
      const next = sql`case when ${group} is not distinct from ${onRow(values.groupField)} then ${own} else ${firstOf(values, group)} end`;
      const name = (id: RawBuilder<unknown>) => ofStage(values, values.nameColumn, id);
      const change = sql`case when (${next}) is not distinct from ${own} then '[]'::jsonb else jsonb_build_array(
        jsonb_build_object('id', ${column.column}::text, 'name', ${column.fieldName}::text, 'from', ${own}, 'to', ${next},
          'fromText', ${name(own)}, 'toText', ${name(next)})) end`;
      return { column: column.column, next, change };
    });
  if (reset.length === 0) return null;
  return {
    set: Object.fromEntries(reset.map(({ column, next }) => [column, next])),
    changes: sql`(${sql.join(
      reset.map(({ change }) => change),
      sql` || `,
    )})`,
  };
}
