import type { Pickable } from '#web/record/picker/pickable.ts';

/** A picked record; its row is known once a list has shown it. */
export interface PickedRecord {
  readonly id: number;
  readonly name: string;
  readonly row?: Readonly<Record<string, unknown>>;
}

/** The picker's result: the records of each type under its key. */
export type Picked = Readonly<Record<string, readonly PickedRecord[]>>;

export const countOf = (picked: Picked): number =>
  Object.values(picked).reduce((sum, records) => sum + records.length, 0);

/** All picked records in the order of the types, for chips. */
export const listOf = (types: readonly Pickable[], picked: Picked) =>
  types.flatMap((type) => (picked[type.key] ?? []).map((record) => ({ type, record })));

/**
 * The selection after a change on one page of a type: `ticked` of the visible ones. Those of other pages stay; with
 * single selection only the last tick stays, and none of other types.
 */
export function afterTick(
  before: Picked,
  key: string,
  shown: readonly PickedRecord[],
  ticked: readonly number[],
  isSingle: boolean,
): Picked {
  const old = before[key] ?? [];
  const isOld = (id: number) => old.some((one) => one.id === id);
  const chosen = shown.filter(({ id }) => ticked.includes(id));
  if (isSingle) {
    const last = chosen.findLast(({ id }) => !isOld(id)) ?? chosen.at(-1);
    return last ? { [key]: [last] } : before;
  }
  const isShown = (id: number) => shown.some((one) => one.id === id);
  return {
    ...before,
    [key]: [...old.filter(({ id }) => !isShown(id) || ticked.includes(id)), ...chosen.filter(({ id }) => !isOld(id))],
  };
}

/** Without one of them. */
export const without = (picked: Picked, key: string, id: number): Picked => ({
  ...picked,
  [key]: (picked[key] ?? []).filter((one) => one.id !== id),
});
