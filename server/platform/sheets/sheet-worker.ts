// The thread in which spreadsheets are read. Started by worker-run.ts, one per file.
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetRow } from './cell.ts';
import { parseSheet } from './sheet-parser.ts';
import { failureMessage, maxAhead, type SheetJob, type WorkerMessage } from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new Error('sheet-worker.ts has to run as a worker');
const job = workerData as SheetJob;

let ahead = 0;
let passed = 0;
let resume = (): void => undefined;
port.on('message', () => {
  ahead--;
  resume();
});

function post(message: WorkerMessage): void {
  port?.postMessage(message);
}

/** Waits for the consumer when it falls behind, so that only a few batches exist at a time. */
async function pass(rows: SheetRow[]): Promise<void> {
  const wanted = rows.slice(0, Math.max(0, job.rowsWanted - passed));
  if (wanted.length < rows.length) post({ kind: 'counted', rows: rows.length - wanted.length });
  if (wanted.length === 0) return;
  if (ahead === maxAhead) await new Promise<void>((resolve) => (resume = resolve));
  ahead++;
  passed += wanted.length;
  post({ kind: 'rows', rows: wanted });
}

try {
  const batches = parseSheet(job.request);
  let next = await batches.next();
  while (next.done !== true) {
    await pass(next.value);
    next = await batches.next();
  }
  post({ kind: 'done', result: next.value });
} catch (error) {
  post(failureMessage(error));
}
port.close();
