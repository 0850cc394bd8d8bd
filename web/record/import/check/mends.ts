import type { ImportCause, SheetMends } from '#shared/record/calls/import-calls.ts';

/** Nothing corrected; what a field does not take is read as what it most likely means. */
export const noMends: SheetMends = { repair: 1 };

/** As sent in a form. */
export const mendsText = (mends: SheetMends): string => JSON.stringify(mends);

export const cellMended = ({ cells }: SheetMends, row: number, index: number): string | undefined =>
  cells?.[String(row)]?.[String(index)];

/** One cell is read as this text. */
export const withCell = (mends: SheetMends, row: number, index: number, text: string): SheetMends => ({
  ...mends,
  cells: { ...mends.cells, [row]: { ...mends.cells?.[String(row)], [index]: text } },
});

/** In a column each of these texts is read as another one. */
export function withTexts(mends: SheetMends, index: number, pairs: readonly (readonly [string, string])[]): SheetMends {
  const known = new Map(mends.texts?.[String(index)]);
  // what was put in the place of an earlier text is replaced there
  for (const [from, to] of pairs) {
    for (const [first, put] of known) if (put === from) known.set(first, to);
    known.set(from, to);
  }
  return { ...mends, texts: { ...mends.texts, [index]: [...known] } };
}

/** The texts of a cause with one option in place of the one that there is not; several options may stand in a text. */
export const asOption = ({ texts, option }: ImportCause, chosen: string): [string, string][] =>
  texts.map(([from]) => [from, from === option || option === null ? chosen : from.split(option).join(chosen)]);

/** The texts of a cause left out. */
export const asBlank = ({ texts }: ImportCause): [string, string][] => texts.map(([from]) => [from, '']);

/** The texts of a cause as they stand, for what a formula has computed. */
export const asShown = ({ texts }: ImportCause): [string, string][] => texts.map(([from]) => [from, from]);
