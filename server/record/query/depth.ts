/** How far a list is looked at (R7.9, security L7). */

/** Deeper pages cost more than they are worth; they go by cursor only. */
export const maxOffset = 10_000;
/** Counting a filter stops here. */
export const countLimit = 10_001;
