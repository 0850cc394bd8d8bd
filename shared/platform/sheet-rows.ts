/** Maximum rows with a value in a sheet, without headings; an administrator may import ten times as many. */
export const mostSheetRows = 10_000;
