/** Rows with a value that a sheet may have, headings not counted; one that an administrator imports may have ten times as many. */
export const mostSheetRows = 10_000;
