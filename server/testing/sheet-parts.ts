import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Zips parts as they are given, in their order. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>, compressionLevel = 6): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path, { compressionLevel });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

export interface WorkbookParts {
  /** What stands between `<worksheet>` and its end, or whole documents that begin with `<?xml`; in order. */
  readonly sheets: readonly string[];
  readonly hidden?: readonly number[];
  readonly sharedStrings?: string;
  /** What stands in `<styleSheet>`. */
  readonly styles?: string;
  /** What stands in `<workbook>` before its sheets. */
  readonly workbook?: string;
  /** Further relations of the workbook, and instead of the usual ones where the id is the same. */
  readonly relations?: readonly string[];
  /** Further parts, and instead of the usual ones. */
  readonly parts?: Readonly<Record<string, string | Buffer>>;
}

const whole = (root: string, content: string): string =>
  content.startsWith('<?xml') ? content : `<${root} xmlns="${main}">${content}</${root}>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;

const relationsOf = (list: readonly string[]): string =>
  `<Relationships xmlns="${packageRelationships}">${list.join('')}</Relationships>`;

/** The parts of a workbook written by hand, as other programs would put them. */
export function workbookParts(given: WorkbookParts): Record<string, string | Buffer> {
  const sheets = given.sheets.map((_, at) => {
    const state = given.hidden?.includes(at) ? ' state="hidden"' : '';
    return `<sheet name="Sheet${at + 1}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const relations = given.sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  if (given.sharedStrings !== undefined) relations.push(relation('rIdS', 'sharedStrings', 'sharedStrings.xml'));
  if (given.styles !== undefined) relations.push(relation('rIdT', 'styles', 'styles.xml'));
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationsOf([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}">${given.workbook ?? ''}<sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([...relations, ...(given.relations ?? [])]),
    ...Object.fromEntries(
      given.sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, whole('worksheet', sheet)]),
    ),
    ...(given.sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': whole('sst', given.sharedStrings) }),
    ...(given.styles === undefined ? {} : { 'xl/styles.xml': whole('styleSheet', given.styles) }),
    ...given.parts,
  };
}

export const workbookOf = (given: WorkbookParts): Promise<Buffer> => zipOf(workbookParts(given));

/** Rows of inline text cells, as the simplest of programs write them. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows
    .map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData>`;

const centralEntry = Buffer.from('PK\u0001\u0002', 'latin1');
const localEntry = Buffer.from('PK\u0003\u0004', 'latin1');

/** The same zip with another unpacked size of one part in its directory and before its data. */
export function withSize(zip: Buffer, path: string, size: number): Buffer {
  const copy = Buffer.from(zip);
  for (const [mark, nameAt, sizeAt] of [
    [centralEntry, 46, 24],
    [localEntry, 30, 22],
  ] as const) {
    for (let at = copy.indexOf(mark); at !== -1; at = copy.indexOf(mark, at + 4)) {
      if (copy.toString('utf8', at + nameAt, at + nameAt + path.length) === path) copy.writeUInt32LE(size, at + sizeAt);
    }
  }
  return copy;
}
