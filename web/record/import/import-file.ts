import { useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { upload } from '#web/lib/http/client.ts';
import { startChoice, type ColumnChoice, type ImportPreview } from '#web/record/import/column-choice.ts';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';

/** A file with its preview and the chosen mapping. */
export interface ReadFile {
  readonly file: File;
  readonly preview: ImportPreview;
  readonly choice: ColumnChoice;
  readonly isChanged: boolean;
}

/** Mapping as sent in a form. */
export const mappingText = (choice: ColumnChoice): string => JSON.stringify(choice);

/** The file to import: previewed when chosen, and again on request. */
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
      // columns chosen during the preview are kept
      setRead((before) =>
        before && before.choice !== choice ? { ...before, preview } : { file, preview, choice, isChanged: false },
      );
    } catch (error) {
      // the call has informed the user
      if (!isCallError(error)) throw error;
    } finally {
      if (latest.current === own) setIsReading(false);
    }
  };
  const choose = (file: File) => {
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
