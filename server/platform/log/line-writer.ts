import { write, writeSync } from 'node:fs';

/** Bytes that wait for a slow disk or reader; lines beyond are dropped. */
const mostWaiting = 1024 * 1024;
/** Milliseconds until a reader that takes nothing is tried again. */
const pause = 100;

/**
 * Writes lines to a file descriptor in the background. Where they cannot be written they are lost and nothing else
 * happens (security D10): a disk that is full must not stop a request, nor the end of the process, which the usual
 * stream for this would wait for without end.
 */
export function lineWriter(descriptor: number): { write: (line: string) => void } {
  let waiting: Buffer[] = [];
  let size = 0;
  let isWriting = false;

  const send = (block: Buffer): void => {
    isWriting = true;
    write(descriptor, block, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(send, pause, block).unref();
      if (!error && written < block.length) return send(block.subarray(written));
      isWriting = false;
      sendWaiting();
    });
  };
  const takeWaiting = (): Buffer => {
    const block = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    return block;
  };
  const sendWaiting = (): void => {
    if (!isWriting && size > 0) send(takeWaiting());
  };

  process.on('exit', () => {
    try {
      if (size > 0) writeSync(descriptor, takeWaiting());
    } catch {
      // nobody is left to tell
    }
  });
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (size + bytes.length > mostWaiting) return;
      waiting.push(bytes);
      size += bytes.length;
      sendWaiting();
    },
  };
}
