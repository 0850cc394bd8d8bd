import { only, withoutEnds } from '#shared/text/ends.ts';
import { escapeText } from './cell-text.ts';
import { guardText } from '#shared/platform/formula-guard.ts';
import { headingRows, type SheetOptions, type WorkbookColumn, type WorkbookOptions } from './workbook-options.ts';

/** Indexes in `cellXfs` of {@link stylesXml}. */
export const styleOf = {
  number: 0,
  text: 1,
  money: 2,
  date: 3,
  datetime: 4,
  title: 5,
  header: 6,
  required: 7,
} as const;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const optionSheetName = 'options';
const lastRow = 1_048_576;
const minimumWidth = 12;
const maximumWidth = 60;
const maximumNote = 255;

/** All parts except the sheet of rows, by path, in the order in which they are written. */
export function smallParts(options: WorkbookOptions): [path: string, xml: string][] {
  const further = furtherSheets(options);
  const parts: [string, string][] = [
    ['[Content_Types].xml', contentTypesXml(further)],
    ['_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbookXml(options, further)],
    ['xl/_rels/workbook.xml.rels', relationsXml(workbookRelations(further))],
    ['xl/styles.xml', stylesXml],
  ];
  if (hasOptions(options)) parts.push(['xl/worksheets/sheet2.xml', optionSheetXml(options.columns)]);
  return parts;
}

/** An additional sheet. */
interface FurtherSheet {
  readonly name: string;
  readonly file: string;
  readonly isHidden: boolean;
}

export const secondSheet = 'sheet3.xml';

const hasOptions = ({ columns }: WorkbookOptions): boolean => columns.some((column) => column.options !== undefined);

const furtherSheets = (options: WorkbookOptions): FurtherSheet[] => [
  ...(hasOptions(options) ? [{ name: optionSheetName, file: 'sheet2.xml', isHidden: true }] : []),
  ...(options.second ? [{ name: sheetNameOf(options.second.sheetName), file: secondSheet, isHidden: false }] : []),
];

/** The sheet of rows up to and including its headings. */
export function sheetStart(options: SheetOptions): string {
  const rows = headingRows(options);
  const frozen = `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`;
  // The style of a column applies to its empty cells, so what is typed into a text column stays text.
  const widths = options.columns.map((column, at) => {
    return `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" style="${styleOf[column.kind]}" customWidth="1"/>`;
  });
  const title =
    options.titleRow === undefined
      ? ''
      : rowXml(1, textCell('A', 1, styleOf.title, options.titleRow), ' ht="28" customHeight="1"');
  const headers = options.columns.map((column, at) => {
    return textCell(
      columnName(at + 1),
      rows,
      column.isRequired === true ? styleOf.required : styleOf.header,
      column.header,
    );
  });
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData>${title}${rowXml(rows, headers.join(''))}`
  );
}

/** What follows the rows. */
export function sheetEnd(options: SheetOptions): string {
  const lastColumn = columnName(options.columns.length);
  const isMerged = options.titleRow !== undefined && options.columns.length > 1;
  const merge = isMerged ? `<mergeCells count="1"><mergeCell ref="A1:${lastColumn}1"/></mergeCells>` : '';
  const checks = options.columns
    .map((column, at) => validationXml(column, at, headingRows(options) + 1))
    .filter((xml) => xml !== '');
  const validations =
    checks.length === 0 ? '' : `<dataValidations count="${checks.length}">${checks.join('')}</dataValidations>`;
  return `</sheetData>${merge}${validations}</worksheet>`;
}

export function rowXml(row: number, cells: string, attributes = ''): string {
  return `<row r="${row}"${attributes}>${cells}</row>`;
}

/** A cell of text, never a formula (security X4). */
export function textCell(column: string, row: number, style: number, text: string): string {
  return `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(guardText(text))}</t></is></c>`;
}

/** 1 is 'A', 28 is 'AB'. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

function validationXml(column: WorkbookColumn, at: number, firstRow: number): string {
  const { options, note } = column;
  if (options === undefined && note === undefined) return '';
  const name = columnName(at + 1);
  const list =
    options === undefined || options.length === 0
      ? ''
      : `<formula1>${optionSheetName}!$${name}$1:$${name}$${options.length}</formula1>`;
  const kind = list === '' ? '' : ' type="list" showErrorMessage="1"';
  const prompt = note === undefined ? '' : ` showInputMessage="1" prompt="${escapeText(note.slice(0, maximumNote))}"`;
  return `<dataValidation${kind} allowBlank="1"${prompt} sqref="${name}${firstRow}:${name}${lastRow}">${list}</dataValidation>`;
}

/**
 * The values of each list, in the column that uses it, since a list inside the cell definition is cut at 255
 * characters.
 */
function optionSheetXml(columns: WorkbookColumn[]): string {
  const longest = Math.max(...columns.map((column) => column.options?.length ?? 0));
  let rows = '';
  for (let row = 1; row <= longest; row++) {
    const cells = columns.map((column, at) => {
      const option = column.options?.[row - 1];
      return option === undefined ? '' : textCell(columnName(at + 1), row, styleOf.text, option);
    });
    rows += rowXml(row, cells.join(''));
  }
  return `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
}

function widthOf({ width, header }: WorkbookColumn): number {
  const needed = [...header].reduce((sum, char) => sum + (char > '\u00FF' ? 2 : 1), 4);
  return width ?? Math.min(maximumWidth, Math.max(minimumWidth, needed));
}

function workbookXml({ sheetName = 'Sheet1' }: WorkbookOptions, further: readonly FurtherSheet[]): string {
  const sheets = [`<sheet name="${escapeText(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/>`];
  for (const [at, { name, isHidden }] of further.entries()) {
    const state = isHidden ? ' state="hidden"' : '';
    sheets.push(`<sheet name="${escapeText(name)}" sheetId="${at + 2}"${state} r:id="rId${at + 3}"/>`);
  }
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Excel repairs a file whose sheet name is empty, has over 31 characters or one of these. */
function sheetNameOf(name: string): string {
  const clean = withoutEnds(name.replace(/[[\]:*?/\\\p{Cc}]/gu, ' '), only("'"))
    .trim()
    .slice(0, 31);
  return clean === '' || clean.toLowerCase() === optionSheetName ? 'Sheet1' : clean;
}

const workbookRelations = (further: readonly FurtherSheet[]): [type: string, target: string][] => [
  ['worksheet', 'worksheets/sheet1.xml'],
  ['styles', 'styles.xml'],
  ...further.map(({ file }): [string, string] => ['worksheet', `worksheets/${file}`]),
];

function relationsXml(relations: [type: string, target: string][]): string {
  const items = relations.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelationships}">${items.join('')}</Relationships>`;
}

function contentTypesXml(further: readonly FurtherSheet[]): string {
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const override = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}" ContentType="${kind}.${type}+xml"/>`;
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('workbook.xml', 'sheet.main') +
    override('worksheets/sheet1.xml', 'worksheet') +
    further.map(({ file }) => override(`worksheets/${file}`, 'worksheet')).join('') +
    override('styles.xml', 'styles') +
    '</Types>'
  );
}

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="14"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FFD4380D"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="8"><xf numFmtId="0"/>' +
  '<xf numFmtId="49" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf>' +
  '<xf numFmtId="49" fontId="2" fillId="2" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="49" fontId="3" fillId="2" applyFont="1" applyFill="1"/></cellXfs></styleSheet>';
