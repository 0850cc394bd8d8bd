import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';

/** Sends a sheet. The call has reported a refusal, and the sheet can be sent again. */
export function useSending() {
  /** Share sent, 0 to 1; null while idle. */
  const [share, setShare] = useState<number | null>(null);
  const send = async <Answer>(
    upload: (onShare: (share: number) => void) => Promise<Answer>,
    onDone: (answer: Answer) => void,
  ): Promise<void> => {
    setShare(0);
    try {
      onDone(await upload(setShare));
    } catch (error) {
      if (!isCallError(error)) throw error;
    } finally {
      // another sheet may follow
      setShare(null);
    }
  };
  return { share, isSending: share !== null, send };
}
