export const rollupKinds = ['count', 'sum', 'min', 'max'] as const;
export type RollupKind = (typeof rollupKinds)[number];

/** A condition of a filter as a roll-up keeps it. */
interface RollupTest {
  /** The column of the field or state, or `f` and the id of a custom field: what never changes of it. */
  readonly fieldName?: string | undefined;
  readonly condition?: string | undefined;
  readonly value?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}
export type RollupCondition = RollupTest & { readonly any?: readonly RollupTest[] | undefined };

/** What a field of a parent counts over its children. */
export interface Rollup {
  /** Module code of the children's type. */
  readonly child: number;
  /** Their column that points to the parent. */
  readonly column: string;
  readonly kind: RollupKind;
  /** Their field, as formulas name fields; none for a count. */
  readonly field?: string | undefined;
  /** Only children that meet all of these count. */
  readonly where?: readonly RollupCondition[] | undefined;
}

/** Ids of the children's fields and states that the conditions name. */
export const fieldsInConditions = ({ where = [] }: Pick<Rollup, 'where'>): readonly string[] => [
  ...new Set(where.flatMap((one) => (one.any ?? [one]).flatMap(({ fieldName }) => fieldName ?? []))),
];

/** Of a parent without children; null where there is no smallest and no largest. */
export const emptyRollup = ({ kind, decimals }: Rollup & { readonly decimals: number }): string | null =>
  kind === 'count' || kind === 'sum' ? (0).toFixed(decimals) : null;
