import { useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { upload } from '#web/lib/http/client.ts';
import { usePush } from '#web/lib/push/push.ts';
import { mendsText, noMends } from '#web/record/import/check/mends.ts';
import { needsLook, startChoice, type ColumnChoice } from '#web/record/import/column-choice.ts';
import { checkedMessage, type ImportPreview, type SheetMends } from '#shared/record/calls/import-calls.ts';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';

/** Milliseconds: a check reads the whole sheet. */
const longest = 180_000;

export type ImportStep = 'file' | 'match' | 'check';

/** A file with its preview, the chosen mapping and what has been corrected. */
interface Read {
  readonly file: File;
  readonly preview: ImportPreview;
  /** By what each column was recognised at first. */
  readonly guesses: ImportPreview['columns'];
  readonly choice: ColumnChoice;
  readonly mends: SheetMends;
  /** The preview is of this mapping and these corrections, and of all rows. */
  readonly isChecked: boolean;
}

/** Mapping as sent in a form. */
const mappingText = (choice: ColumnChoice): string => JSON.stringify(choice);

/** The file to import: previewed when chosen, and checked again after each change. */
export function useImportWork(calls: Pick<RecordCalls, 'preview'>) {
  const [step, setStep] = useState<ImportStep>('file');
  const [read, setRead] = useState<Read | null>(null);
  const [isReading, setIsReading] = useState(false);
  /** Share of the rows that has been checked, 0 to 1. */
  const [share, setShare] = useState(0);
  const latest = useRef<AbortController>(null);
  const asked = useRef('');
  usePush(checkedMessage, ({ ids }) => {
    if (ids['checkId'] === asked.current) setShare(Number(ids['done']) / Number(ids['total']));
  });

  const look = async (file: File, known: Pick<Read, 'choice' | 'mends'> | null): Promise<ImportPreview | null> => {
    latest.current?.abort();
    const own = new AbortController();
    latest.current = own;
    asked.current = crypto.randomUUID();
    setShare(0);
    setIsReading(true);
    const input = {
      ...(known && { mapping: mappingText(known.choice), whole: 1 }),
      mends: mendsText(known?.mends ?? noMends),
      checkId: asked.current,
    };
    try {
      return await upload(calls.preview, input, file, undefined, { signal: own.signal, timeoutMs: longest });
    } catch (error) {
      // the call has informed the user
      if (!isCallError(error)) throw error;
      return null;
    } finally {
      if (latest.current === own) setIsReading(false);
    }
  };
  const check = async (next: Read) => {
    setRead({ ...next, isChecked: false });
    const preview = await look(next.file, next);
    // what was changed meanwhile is being checked already
    if (preview)
      setRead((now) =>
        now && now.choice === next.choice && now.mends === next.mends ? { ...now, preview, isChecked: true } : now,
      );
  };
  const choose = async (file: File) => {
    setRead(null);
    const preview = await look(file, null);
    if (!preview) return;
    const isChecked = preview.checkedRows === preview.rowCount;
    const next = { file, preview, guesses: preview.columns, choice: startChoice(preview), mends: noMends, isChecked };
    setRead(next);
    if (needsLook(preview)) return setStep('match');
    setStep('check');
    if (!isChecked) await check(next);
  };
  return {
    step,
    setStep,
    read,
    isReading,
    share,
    choose: (file: File) => void choose(file),
    match: (choice: ColumnChoice) => setRead((now) => now && { ...now, choice, isChecked: false }),
    mend: (mends: SheetMends) => read && void check({ ...read, mends }),
    checkAll: () => {
      if (!read) return;
      setStep('check');
      if (!read.isChecked) void check(read);
    },
    /** After something besides the file has changed, such as an option. */
    checkAgain: () => read && void check(read),
    restart: () => {
      setRead(null);
      setStep('file');
    },
  };
}
export type ImportWork = ReturnType<typeof useImportWork>;
