export const rollupKinds = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type RollupKind = (typeof rollupKinds)[number];

/** A filter condition as a roll-up stores it. */
interface RollupTest {
  /** The column of the field or state, or `f` and the id of a custom field: immutable. */
  readonly fieldName?: string | undefined;
  readonly condition?: string | undefined;
  readonly value?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
  /** The value as people read it, where it is an id. */
  readonly name?: string | undefined;
}
export type RollupCondition = RollupTest & { readonly any?: readonly RollupTest[] | undefined };

/** What a field of a parent counts over its children. */
export interface Rollup {
  /** Module code of the children's type. */
  readonly child: number;
  /** Their column that refers to the parent. */
  readonly column: string;
  readonly kind: RollupKind;
  /** Their field, by its formula id; none for a count. */
  readonly field?: string | undefined;
  /** Only children that meet all of these count. */
  readonly where?: readonly RollupCondition[] | undefined;
}

/** Ids of the child fields and states used in conditions. */
export const fieldsInConditions = ({ where = [] }: Pick<Rollup, 'where'>): readonly string[] => [
  ...new Set(where.flatMap((one) => (one.any ?? [one]).flatMap(({ fieldName }) => fieldName ?? []))),
];

/** Value for a parent without children; null for an average, a minimum or maximum. */
export const emptyRollup = ({ kind, decimals }: Rollup & { readonly decimals: number }): string | null =>
  kind === 'count' || kind === 'sum' ? (0).toFixed(decimals) : null;
