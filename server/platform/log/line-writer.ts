import { write, writeSync } from 'node:fs';

/** Bytes buffered for a slow disk or reader; lines beyond are dropped. */
const mostWaiting = 1024 * 1024;
/** Milliseconds until a blocked reader is tried again. */
const pause = 100;

/**
 * Writes lines to a file descriptor in the background. Lines that cannot be written are lost and nothing else happens
 * (security D10): a full disk must not block a request, nor the end of the process, for which the usual stream would
 * wait forever.
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
      // there is nowhere left to report it
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
