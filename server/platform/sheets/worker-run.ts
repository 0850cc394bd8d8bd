import { Worker } from 'node:worker_threads';
import type { SheetRow } from './cell.ts';
import { workerHeapMegabytes } from './limits.ts';
import { ParsingClock } from './parsing-clock.ts';
import type { ParseResult } from './sheet-parser.ts';
import { SheetError } from './sheet-error.ts';
import { failureOf, maxAhead, type SheetJob, type WorkerMessage } from './worker-messages.ts';

const defaultSeconds = 30;

export interface RunOptions {
  signal?: AbortSignal;
  heapMegabytes?: number;
}

/**
 * Reads one file in a thread of its own: yields batches of rows, returns the result. The thread ends when the loop
 * ends, for whatever reason. Throws {@link SheetError}, errors of the file system, and the signal's reason.
 */
export async function* runWorker(job: SheetJob, options: RunOptions = {}): AsyncGenerator<SheetRow[], ParseResult> {
  options.signal?.throwIfAborted();
  const run = new WorkerRun(job, options.heapMegabytes ?? workerHeapMegabytes);
  const abort = (): void => run.fail(options.signal?.reason);
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      const next = await run.next();
      if (!Array.isArray(next)) return next;
      yield next;
    }
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await run.end();
  }
}

class WorkerRun {
  readonly #worker: Worker;
  readonly #clock: ParsingClock;
  readonly #batches: SheetRow[][] = [];
  #outcome: { result: ParseResult } | { error: unknown } | undefined;
  #wake = (): void => undefined;

  constructor(job: SheetJob, heapMegabytes: number) {
    const seconds = job.request.limits.secondsPer10000Rows ?? defaultSeconds;
    this.#clock = new ParsingClock(seconds, () => this.fail(new SheetError('sheet.timeout', { seconds })));
    this.#worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: job,
      execArgv: [],
      env: environment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.fail(crashError(error, heapMegabytes)));
    this.#worker.on('exit', () => this.fail(new SheetError('sheet.damaged', {}, { cause: 'worker ended' })));
    this.#clock.start();
  }

  /** The next batch, or the result after the last one. A failure takes precedence over remaining batches. */
  async next(): Promise<SheetRow[] | ParseResult> {
    for (;;) {
      if (this.#outcome !== undefined && 'error' in this.#outcome) throw this.#outcome.error;
      const batch = this.#batches.shift();
      if (batch !== undefined) {
        this.#askForMore();
        return batch;
      }
      if (this.#outcome !== undefined) return this.#outcome.result;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The first outcome counts: later ones are consequences of ending the thread. */
  fail(error: unknown): void {
    this.#settle({ error });
    void this.#worker.terminate();
  }

  async end(): Promise<void> {
    this.#clock.stop();
    await this.#worker.terminate();
  }

  #askForMore(): void {
    if (this.#outcome !== undefined) return;
    this.#worker.postMessage('next');
    this.#clock.start();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'rows') {
      this.#clock.addRows(message.rows.length);
      this.#batches.push(message.rows);
      if (this.#batches.length === maxAhead) this.#clock.stop();
      this.#wake();
    } else if (message.kind === 'counted') this.#clock.addRows(message.rows);
    else if (message.kind === 'done') this.#settle({ result: message.result });
    else this.fail(failureOf(message));
  }

  #settle(outcome: { result: ParseResult } | { error: unknown }): void {
    this.#outcome ??= outcome;
    this.#clock.stop();
    this.#wake();
  }
}

/** Only the compile cache folder is passed to the thread: with it a thread starts in a third of the time. */
function environment(): Record<string, string> {
  const cache = process.env['NODE_COMPILE_CACHE'];
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}

function crashError(error: unknown, heapMegabytes: number): SheetError {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return new SheetError('sheet.too_large', { what: 'memory', limit: heapMegabytes }, { cause: error });
  return new SheetError('sheet.damaged', {}, { cause: error });
}
