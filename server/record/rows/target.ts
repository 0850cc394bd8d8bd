import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { scoped, type Need } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import type { Where } from '#server/record/query/where.ts';
import { recordModule } from '#server/record/registry.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { rowTableOf, type RowTable } from '#shared/record/relations/row-table.ts';

/** What a field refers to: the records of a type, or the rows of a table, such as the nodes of a tree. Its rows have the alias `r`. */
export interface Target {
  readonly table: string;
  readonly idColumn: string;
  readonly titleColumn: string;
  /** The column of its numbers, by which sheets name it as well; null for none. */
  readonly numberColumn: string | null;
  /** All of it, whoever asks: for names that stand on rows which somebody sees. */
  readonly from: RawBuilder<unknown>;
  /** Whether titles are found by fragments (`search_tokens`). */
  readonly isSearched: boolean;
  /** What an actor may see of it, or change. */
  readonly reach: (actor: Actor, need?: Need) => Where;
  /** SQL: whether a row is in the recycle bin. */
  readonly isGone: Where;
}

/** What is needed of a field to know what it refers to. */
export type Pointing = Pick<Field, 'fieldName' | 'relation' | 'tree' | 'rowsOf'>;

export const pointsElsewhere = (field: Pointing): boolean =>
  field.relation !== undefined || rowTableOf(field) !== undefined;

/** Kept, so that what several fields refer to is one. */
const kept = new WeakMap<RecordType | RowTable, Target>();

export function targetOf(field: Pointing): Target {
  const { fieldName, relation } = field;
  const rows = rowTableOf(field);
  const made = rows ? rowTarget(rows) : relation ? recordTarget(relation.to) : null;
  if (!made) throw new Error(`${fieldName} refers to nothing`);
  return made;
}

function rowTarget(rows: RowTable): Target {
  const { table, idColumn, openColumn } = rows;
  const target: Target = kept.get(rows) ?? {
    table,
    idColumn,
    titleColumn: 'name',
    numberColumn: null,
    from: sql`${sql.table(table)} as r`,
    isSearched: false,
    reach: (_actor, need) =>
      need === 'write' && openColumn !== undefined ? sql<boolean>`r.${sql.ref(openColumn)} = 1` : sql<boolean>`true`,
    isGone: sql<boolean>`false`,
  };
  kept.set(rows, target);
  return target;
}

function recordTarget(code: number): Target {
  const { type } = recordModule(code);
  const target: Target = kept.get(type) ?? {
    table: type.table,
    idColumn: type.idColumn,
    titleColumn: type.titleField,
    numberColumn: type.fields.find(numbersRecords)?.fieldName ?? null,
    from: system('who sees a record sees the names of what it belongs to', type).from,
    isSearched: true,
    reach: (actor, need) => scoped(actor, type, need).where,
    isGone: sql<boolean>`r.deleted_at is not null`,
  };
  kept.set(type, target);
  return target;
}
