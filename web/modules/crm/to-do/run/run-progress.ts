/** Progress in the queue: the current position, and the outcome of items by key. */
export interface Progress {
  /** Index of the item shown; the length of the queue at the end. */
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

/** Moves to a neighbour, whatever its outcome; not beyond the ends. */
export const step = (items: readonly Keyed[], progress: Progress, by: -1 | 1): Progress => ({
  ...progress,
  at: Math.min(items.length - 1, Math.max(0, progress.at + by)),
});

/**
 * Marks an item and moves to the next open one, at the end back to skipped items. If the user has moved on while it was
 * being saved, it is only marked.
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
