/** How far a run has come: where it stands, and what became of the items by their keys. */
export interface Progress {
  /** Place of the item shown; the length of the queue when it is through. */
  readonly at: number;
  readonly marks: Readonly<Record<string, Mark>>;
}
export type Mark = 'done' | 'skipped';

export const start: Progress = { at: 0, marks: {} };

interface Keyed {
  readonly typeCode: number;
  readonly id: number;
}

export const keyOf = ({ typeCode, id }: Keyed): string => `${typeCode}.${id}`;

/** To the neighbour, whatever became of it; not beyond the ends. */
export const step = (items: readonly Keyed[], progress: Progress, by: -1 | 1): Progress => ({
  ...progress,
  at: Math.min(items.length - 1, Math.max(0, progress.at + by)),
});

/**
 * Marks an item and goes on from it to the next one that is open, from the end to what was passed over before. An item
 * that the user has left, while it was being saved, is only marked.
 */
export function mark(items: readonly Keyed[], progress: Progress, item: Keyed, as: Mark): Progress {
  const marks = { ...progress.marks, [keyOf(item)]: as };
  const shown = items[progress.at];
  if (!shown || keyOf(shown) !== keyOf(item)) return { ...progress, marks };
  const isOpen = (one: Keyed) => marks[keyOf(one)] === undefined;
  const behind = items.findIndex((one, at) => at > progress.at && isOpen(one));
  const at = behind >= 0 ? behind : items.findIndex(isOpen);
  return { marks, at: at >= 0 ? at : items.length };
}

export const countOf = ({ marks }: Progress, as: Mark): number =>
  Object.values(marks).filter((one) => one === as).length;
