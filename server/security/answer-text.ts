import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellText } from '#server/platform/sheets/cell.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { words } from '#server/security/field-uses.ts';
import type { Answer } from '#server/testing/company.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** Reads all that answers say, of workbooks every cell, until it is closed. */
export function openAnswers() {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-answers-'));
  let files = 0;
  return {
    textOf: async (answer: Answer, endpoint: Endpoint): Promise<string> => {
      // places on paper are any numbers
      if (endpoint.path === 'printing/queryPages')
        return JSON.stringify(answer.body, (_, value: unknown) => (typeof value === 'number' ? 0 : value));
      if (answer.headers['content-disposition'] === undefined) return words(answer.body).join('\n');
      const path = join(folder, `${(files += 1)}.xlsx`);
      writeFileSync(path, answer.raw);
      const cells: string[] = [];
      for (const sheet of [0, 1]) {
        try {
          for await (const row of readSheet(path, { maxRows: 1000, maxColumns: 300, sheet }))
            cells.push(...row.cells.map(cellText));
        } catch {
          // no workbook, or one sheet only
        }
      }
      return cells.join('\n');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
