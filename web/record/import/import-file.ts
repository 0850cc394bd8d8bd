import { useRef, useState } from 'react';
import { announceError } from '#web/lib/feedback.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { upload } from '#web/lib/http/client.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { startChoice, type ColumnChoice, type ImportPreview } from '#web/record/import/column-choice.ts';
import type { RecordCalls } from '#shared/record/record-calls.ts';
import { uploadLimits } from '#shared/wire/endpoint.ts';

/** A file that was read, with the columns as people want them. */
export interface ReadFile {
  readonly file: File;
  readonly preview: ImportPreview;
  readonly choice: ColumnChoice;
  readonly isChanged: boolean;
}

/** What may be chosen, by extension (reference §11; old .xls is not read). */
export const sheetKinds = '.xlsx,.csv';
export const sheetMegabytes = uploadLimits.sheet / 1024 / 1024;

/** Columns as they travel in a form. */
export const mappingText = (choice: ColumnChoice): string => JSON.stringify(choice);

/** The file to import: reads it through the preview call when chosen, and again when asked to. */
export function useImportFile(calls: Pick<RecordCalls, 'preview'>) {
  const [read, setRead] = useState<ReadFile | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef<AbortController>(null);

  const look = async (file: File, chosen?: ColumnChoice) => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    setIsReading(true);
    try {
      const input = chosen ? { mapping: mappingText(chosen) } : {};
      const preview = await upload(calls.preview, input, file, undefined, { signal: own.signal });
      const choice = chosen ?? startChoice(preview);
      setRead({ file, preview, choice, isChanged: false });
      // rows are checked only when every column has been decided on; here unknown ones are passed over
      if (!chosen && preview.problems.length > 0 && Object.values(choice).includes('')) await look(file, choice);
    } catch (error) {
      // the call has told the user why
      if (!isCallError(error)) throw error;
    } finally {
      if (latest.current === own) setIsReading(false);
    }
  };
  const choose = (file: File) => {
    const problem = fileProblem(file);
    if (problem !== null) return announceError(problem);
    setRead(null);
    void look(file);
  };
  return {
    read,
    isReading,
    choose,
    change: (choice: ColumnChoice) => setRead((before) => before && { ...before, choice, isChanged: true }),
    check: () => read && void look(read.file, read.choice),
  };
}

/** What stands against a file before it is sent, as a text; null when nothing does. */
export function fileProblem({ name, size }: File): string | null {
  if (!/\.(?:xlsx|csv)$/i.test(name)) return textOf('import.dialog.file_kind');
  return size > uploadLimits.sheet ? textOf('file.too_large', { megabytes: sheetMegabytes }) : null;
}
