import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileAnswer } from '#server/platform/http/route.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Sends the workbook created by `write`; the file is removed afterwards. Older clients treat the rest of the header
 * line as the name (security U3).
 */
export async function workbookAnswer(
  folder: string,
  fileName: string,
  write: (path: string) => Promise<void>,
): Promise<FileAnswer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.xlsx`);
  try {
    await write(path);
    const content = createReadStream(path);
    content.once('close', () => void rm(path, { force: true }));
    return {
      content,
      contentType: xlsx,
      disposition: `attachment;filename=${fileName}.xlsx`,
      size: (await stat(path)).size,
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
