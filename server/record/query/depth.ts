/** How deep a list is read (R7.9, security L7). */

/** Deeper pages are too expensive; they are reached by cursor only. */
export const maxOffset = 10_000;
/** Counting a filter stops here. */
export const countLimit = 10_001;
