import { expect, it } from 'vitest';
import type { SheetRow } from '#server/platform/sheets/cell.ts';
import type { Mapping, SheetColumn } from '#server/record/import/columns.ts';
import { isTogether, watchDocuments } from '#server/record/lines/rows-together.ts';
import { documentsOf, documentsTogether, groupingOf, lastRows } from '#server/record/lines/sheet-documents.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';

const column = (name: string, more: object = {}): SheetColumn =>
  ({ name, labels: { cn: name, en: name }, required: false, part: null, ...more }) as SheetColumn;
const columns = [
  column('title', { field: { formType: 'text', unique: true } }),
  column('kind', { field: { formType: 'text' } }),
  column('product', { field: { formType: 'text' }, ofLines: true }),
];
const setting = {} as LineSetting;
const mappingOf = (names: readonly string[]): Mapping =>
  new Map(columns.filter(({ name }) => names.includes(name)).map((one, at) => [at, one]));
const mapping = mappingOf(['title', 'kind', 'product']);

const sheet = (texts: readonly string[]): SheetRow[] =>
  [
    ['订单'],
    ['title', 'kind', 'product'],
    ...texts.map((text) => [...text].map((sign) => (sign === '-' ? '' : sign))),
  ].map((cells, at) => ({ row: at + 1, cells }));
const foundIn = (rows: readonly SheetRow[]) => {
  const watched = watchDocuments(setting, columns, () => mapping);
  rows.forEach(watched.each);
  return watched.found();
};
async function* below(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows.filter(({ row }) => row > 2);
}
const numbers = async (documents: AsyncIterable<readonly SheetRow[]>): Promise<number[][]> => {
  const all: number[][] = [];
  for await (const rows of documents) all.push(rows.map(({ row }) => row));
  return all;
};

const long = Array.from({ length: 20 }, (_, at) => `${String.fromCodePoint(65 + Math.floor(at / 3))}xp`);

it.each([
  ['of few rows', ['Axp', 'Axq', 'Bxp']],
  ['whose rows repeat nothing of their heads', ['Axp', '--q', 'Bxp', '-xq', '--r']],
  ['with documents without a key', ['-xp', '--q', '-yp', 'Axp', 'Axq', '-zp']],
  ['of more rows than are read for the headings', long],
])('finds in a sheet %s that they stand together, and the same documents as for any other sheet', async (_, texts) => {
  const rows = sheet(texts);
  const grouping = groupingOf(setting, mapping);
  if (!grouping) throw new Error('the sheet has no columns of lines');
  expect(isTogether(foundIn(rows) ?? undefined, grouping)).toBe(true);
  const anywhere = await numbers(documentsOf(below(rows), await lastRows(below(rows), grouping), grouping));
  expect(await numbers(documentsTogether(below(rows), grouping))).toEqual(anywhere);
});

it.each([
  ['at once', ['Axp', 'Bxp', 'Axq']],
  ['after the rows of the headings', [...long, 'Axq']],
])('finds that a document goes on below another, %s', (_, texts) => {
  expect(foundIn(sheet(texts))).toBeNull();
});

it('counts only as long as the columns are the same', () => {
  const found = foundIn(sheet(['Axp', 'Byp'])) ?? undefined;
  const fewer = groupingOf(setting, new Map([...mapping].filter(([, { name }]) => name !== 'kind')));
  if (!found || !fewer) throw new Error('nothing was found');
  expect(isTogether(found, fewer)).toBe(false);
  expect(isTogether(undefined, fewer)).toBe(false);
});

it('finds nothing in a sheet without headings, or with headings that are refused', () => {
  expect(foundIn([{ row: 1, cells: ['x'] }])).toBeNull();
  const watched = watchDocuments(setting, columns, () => {
    throw new Error('a column stands twice');
  });
  sheet(['Axp']).forEach(watched.each);
  expect(watched.found()).toBeNull();
});
