import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SheetCell, SheetRow } from '#server/platform/sheets/cell.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { openWorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import type { Answer, Company, Person } from '#server/testing/company.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface SheetOptions {
  readonly headers?: readonly string[];
  readonly titleRow?: string;
}

export interface SendOptions {
  readonly as?: Person;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly english?: boolean;
  readonly call?: 'uploadExcel' | 'superUploadExcel' | 'previewExcel';
}

export interface Line {
  readonly row: number;
  readonly result: string;
  readonly column: string;
  readonly msg: string;
}

const english = { 'x-language': 'en' };

/** What is imported unless a test says otherwise: which type, and the usual headings of its sheets. */
export interface Imported {
  readonly type: RecordType;
  readonly headers?: readonly string[];
}

/** What tests of imports do again and again with a company; the seller does unless somebody else is named. */
export function openImports(company: Company, { type, headers: usualHeaders = [] }: Imported) {
  const { family } = type;
  const folder = mkdtempSync(join(tmpdir(), 'jianye-imports-'));
  const { seller } = company.people;
  let files = 0;
  const newPath = () => join(folder, `${(files += 1)}.xlsx`);

  /** A workbook of text cells, written by the product's own writer. */
  const workbook = async (rows: readonly (readonly string[])[], options: SheetOptions = {}): Promise<Buffer> => {
    const path = newPath();
    const { titleRow } = options;
    const columns = (options.headers ?? usualHeaders).map((header) => ({ header, kind: 'text' as const }));
    const writer = openWorkbookWriter({ path, columns, ...(titleRow === undefined ? {} : { titleRow }) });
    for (const row of rows) await writer.addRow(row);
    await writer.close();
    return readFileSync(path);
  };
  const send = (
    content: Buffer,
    { as = seller, fields = {}, name = '导入.xlsx', call = 'uploadExcel', ...options }: SendOptions = {},
  ) =>
    company.call(
      `${family}/${call}`,
      { repeatHandling: 2, ownerUserId: seller.userId, ...fields },
      { as, file: { name, content }, ...(options.english ? { headers: english } : {}) },
    );
  const follow = async (messageId: unknown, as: Person = seller): Promise<Record<string, unknown>> => {
    for (let round = 0; round < 600; round += 1) {
      const { data, code, msg } = await company.call('system/message/queryImportNum', { messageId }, { as });
      if (code !== 0) throw new Error(msg);
      if (data === null || data === undefined) break;
      await sleep(50);
    }
    return (await company.call('system/message/queryImportInfo', { messageId }, { as })).body;
  };
  /** Sends, waits for the end and answers what became of it; refusals at the door are thrown with their message. */
  const run = async (content: Buffer, options: SendOptions = {}): Promise<Record<string, unknown>> => {
    const answer = await send(content, options);
    if (answer.code !== 0) throw new Error(answer.msg);
    return follow(answer.data, options.as);
  };
  const lines = async (messageId: unknown, as: Person = seller, headers = {}): Promise<Line[]> => {
    const { data } = await company.call('system/message/queryImportRows', { messageId, limit: 100 }, { as, headers });
    return (data as { list: Line[] }).list;
  };
  /** Records whose searched fields hold `search`, as their list shows them. */
  const find = async (search: string, as: Person = seller): Promise<Record<string, unknown>[]> => {
    const { data } = await company.call(`${family}/queryPageList`, { search, limit: 100 }, { as });
    return (data as { list: Record<string, unknown>[] }).list;
  };
  const save = async (entity: Readonly<Record<string, unknown>>, as: Person = seller): Promise<Answer> => {
    const answer = await company.call(`${family}/addOrUpdate`, { entity, field: [] }, { as });
    if (answer.code !== 0) throw new Error(answer.msg);
    return answer;
  };
  /** The rows of a workbook that a call answered. */
  const read = async (content: Buffer): Promise<SheetRow[]> => {
    const path = newPath();
    writeFileSync(path, content);
    const rows: SheetRow[] = [];
    for await (const row of readSheet(path, { maxRows: 200_000, maxColumns: 300 })) rows.push(row);
    return rows;
  };
  const cells = async (content: Buffer): Promise<SheetCell[][]> => (await read(content)).map((row) => row.cells);
  const failedRows = async (messageId: unknown, as: Person = seller, headers = {}): Promise<Answer> =>
    company.call('system/message/downImportError', { messageId }, { as, headers });
  const close = () => rmSync(folder, { recursive: true, force: true });
  return { english, workbook, send, follow, run, lines, find, save, read, cells, failedRows, close };
}
export type Imports = ReturnType<typeof openImports>;
