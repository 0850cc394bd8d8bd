/**
 * A role's level for a field, as on the wire and in the database. The mask was added last, so the numbers are not in
 * order.
 */
export const fieldLevel = { hidden: 0, readOnly: 1, open: 2, masked: 3 } as const;

export type FieldLevel = (typeof fieldLevel)[keyof typeof fieldLevel];
/** A level that must be granted explicitly. */
export type RestrictedLevel = Exclude<FieldLevel, typeof fieldLevel.open>;

/** From the most restrictive to the most generous. */
const { hidden, masked, readOnly, open } = fieldLevel;
const inOrder: readonly FieldLevel[] = [hidden, masked, readOnly, open];

export const fieldLevels = inOrder.toSorted();

/** Converts a number from the database to a granted level; an unknown one grants nothing. */
export const restrictedLevel = (level: number | null): RestrictedLevel =>
  level === readOnly || level === masked ? level : hidden;

export const isMoreGenerous = (level: FieldLevel, than: FieldLevel): boolean =>
  inOrder.indexOf(level) > inOrder.indexOf(than);

/** Of several roles the most generous counts. */
export const mostGenerous = <Level extends FieldLevel>(first: Level, others: readonly Level[]): Level =>
  others.reduce((most, one) => (isMoreGenerous(one, most) ? one : most), first);
