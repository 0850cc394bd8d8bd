import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The entries of a zip by their names, read by a program of others. */
export async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await fromBufferPromise(zip);
  const entries = new Map<string, Buffer>();
  for await (const entry of file.eachEntry())
    entries.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  return entries;
}

/** The rows of the first sheet of a workbook as they are written: text of texts, digits of numbers, by their columns. */
export async function rowsOf(workbook: Buffer | undefined): Promise<string[][]> {
  if (!workbook) throw new Error('there is no such workbook');
  const xml = (await entriesOf(workbook)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, letters = '', text, digits] of row.matchAll(
      /<c r="([A-Z]+)\d+"[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
    ))
      cells[columnOf(letters)] = plain(text ?? digits ?? '');
    return Array.from(cells, (cell) => cell ?? '');
  });
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The rows as objects by their headings. */
export async function recordsOf(workbook: Buffer | undefined): Promise<Record<string, string>[]> {
  const [headings = [], ...rows] = await rowsOf(workbook);
  return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
}
