import { blacklistColumns, type SheetColumnName } from '#server/modules/crm/sms-blacklist/sheet-columns.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { matchColumns } from '#server/record/import/columns.ts';
import type { RowProblem } from '#server/record/import/rows.ts';
import { asImportError, limitsFor, plainText, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';
import { blacklistRemarkLimit } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { smsBusinessKeys, smsBusinessName, type SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { shownNumber } from '#shared/record/phone.ts';
import { storedMobile, type StoredMobile } from '#shared/record/written-phone.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';

/** A row that can be entered. */
export interface GoodRow extends StoredMobile {
  readonly row: number;
  readonly cells: Cells;
  readonly businessKeys: readonly SmsBusinessKey[];
  readonly remark: string;
}

/** A row that cannot, with all that is wrong with it. */
export interface BadRow {
  readonly row: number;
  readonly cells: Cells;
  readonly problems: readonly RowProblem[];
}

/** The texts of a row, by column. */
type Cells = Readonly<Partial<Record<SheetColumnName, string>>>;

export interface ReadNumbers {
  readonly good: readonly GoodRow[];
  readonly bad: readonly BadRow[];
}

/**
 * Reads a sheet of numbers, within the limits of a person's import. The first row of a number counts.
 * @throws AppError when the file or its headings are invalid
 */
export async function readNumbers(upload: Upload, language: Language): Promise<ReadNumbers> {
  const { headings, headerRow } = await readUpload(upload, blacklistColumns, false);
  const mapping = matchColumns(blacklistColumns, headings, undefined, { row: headerRow, language });
  const good = new Map<string, GoodRow>();
  const bad: BadRow[] = [];
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      const texts: Partial<Record<SheetColumnName, string>> = {};
      const problems: RowProblem[] = [];
      for (const [index, { name }] of mapping) {
        const read = textOf(cells[index]);
        texts[name] = 'code' in read ? plainText(cells[index] ?? null) : clean(read.text);
        if ('code' in read) problems.push({ code: read.code, params: { name }, column: name });
      }
      const found = problems.length > 0 ? problems : rowOf(texts);
      if (Array.isArray(found)) bad.push({ row, cells: texts, problems: found });
      else {
        const key = shownNumber(found.areaCode, found.phone);
        const first = good.get(key);
        if (first) bad.push({ row, cells: texts, problems: [twice(key, first.row)] });
        else good.set(key, { row, cells: texts, ...found });
      }
    }
  } catch (error) {
    throw asImportError(error);
  }
  return { good: [...good.values()], bad };
}

const clean = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .trim();

const twice = (phone: string, row: number): RowProblem => ({
  code: 'sms_blacklist.twice',
  params: { phone, row },
  column: 'phone',
});

/** What a row says, or everything that is wrong with it. */
function rowOf(cells: Cells): Pick<GoodRow, 'areaCode' | 'phone' | 'businessKeys' | 'remark'> | RowProblem[] {
  const problems: RowProblem[] = [];
  const { phone = '', areaCode = '', businesses = '', remark = '' } = cells;
  const number = storedMobile(phone, areaCode);
  if (phone === '') problems.push({ code: 'field.required', params: { name: 'phone' }, column: 'phone' });
  else if (!number) problems.push({ code: 'field.mobile', params: { name: 'phone' }, column: 'phone' });
  const { keys, unknown } = businessesOf(businesses);
  if (unknown !== undefined)
    problems.push({
      code: 'sms_blacklist.business',
      params: { value: unknown.slice(0, 50) },
      column: 'businesses',
    });
  if ([...remark].length > blacklistRemarkLimit)
    problems.push({ code: 'field.too_long', params: { name: 'remark', max: blacklistRemarkLimit }, column: 'remark' });
  return problems.length > 0 || !number ? problems : { ...number, businessKeys: keys, remark };
}

const keysByName: ReadonlyMap<string, SmsBusinessKey> = new Map(
  smsBusinessKeys.flatMap((key) => [
    [key, key] as const,
    ...languages.map((language) => [translate(language, smsBusinessName(key)).toLowerCase(), key] as const),
  ]),
);
const allWords: ReadonlySet<string> = new Set(
  languages.map((language) => translate(language, 'sms_blacklist.all').toLowerCase()),
);

/** The kinds that a cell names, in either language; none for an empty one and for "all". */
function businessesOf(text: string): { keys: SmsBusinessKey[]; unknown?: string } {
  if (allWords.has(text.toLowerCase())) return { keys: [] };
  const names = text
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const keys = new Set<SmsBusinessKey>();
  for (const name of names) {
    const key = keysByName.get(name.toLowerCase());
    if (key === undefined) return { keys: [], unknown: name };
    keys.add(key);
  }
  return { keys: [...keys] };
}
