import { upload } from '#web/lib/http/client.ts';
import { mendsText } from '#web/record/import/check/mends.ts';
import type { ImportWork } from '#web/record/import/use-import-work.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { useSending } from '#web/record/sheets/use-sending.ts';
import type { RecordCalls } from '#shared/record/calls/record-calls.ts';

/** How the server treats rows that exist already (R22.3). */
const repeats = { overwrite: 1, skip: 2 } as const;

/** What happens to rows that exist, and whose the new ones are. */
export interface ImportTarget {
  readonly repeat: keyof typeof repeats;
  /** Nobody for the pool. */
  readonly owner: readonly UserChoice[];
}

/** Sends the checked file; `onStart` gets the id by which the import is followed. */
export function useImportStart(
  calls: Pick<RecordCalls, 'upload'>,
  { read }: ImportWork,
  { repeat, owner }: ImportTarget,
  onStart: (messageId: number) => void,
) {
  const { share, send, isSending } = useSending();
  const start = async () => {
    if (!read || isSending) return;
    const fields = {
      repeatHandling: repeats[repeat],
      ownerUserId: owner[0]?.userId,
      mapping: JSON.stringify(read.choice),
      mends: mendsText(read.mends),
    };
    await send((onShare) => upload(calls.upload, fields, read.file, onShare), onStart);
  };
  return { share, start: () => void start() };
}
export type ImportStart = ReturnType<typeof useImportStart>;
