import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/wire/error-codes.ts';
import type { PlannedDocument } from './document.ts';
import type { DrawAnswer, DrawJob } from './draw-messages.ts';
import type { LaidOut } from './laid-out.ts';

const mostSeconds = 20;
const heapMegabytes = 384;
/** How long the thread stays without work, in milliseconds: it holds the fonts. */
const idleFor = 120_000;
const mostWaiting = 40;

/** One thread draws for everybody, one document after the other, so that drawing never takes more than one core. */
let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

export const drawnPdf = async (document: PlannedDocument): Promise<Buffer> => {
  const answer = await drawn({ document, wants: 'pdf' });
  if (answer.kind !== 'pdf') throw new Error('no PDF was drawn');
  return Buffer.from(answer.bytes);
};

export const drawnPages = async (document: PlannedDocument): Promise<LaidOut> => {
  const answer = await drawn({ document, wants: 'pages' });
  if (answer.kind !== 'pages') throw new Error('no pages were laid out');
  return answer.pages;
};

/** @throws AppError `print.too_long`, `print.too_slow`, `print.busy` */
async function drawn(job: DrawJob): Promise<DrawAnswer> {
  if (waiting >= mostWaiting) throw new AppError('print.busy');
  waiting += 1;
  const before = last;
  const own = (async () => {
    await before.catch(() => undefined);
    return perform(job);
  })();
  last = own;
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

async function perform(job: DrawJob): Promise<DrawAnswer> {
  clearTimeout(idle);
  worker ??= startWorker();
  const answer = await answerOf(worker, job);
  idle = setTimeout(endWorker, idleFor);
  idle.unref();
  if (answer.kind === 'failed') throw new Error(answer.message);
  if (answer.kind === 'refused') throw new AppError(answer.code, { ...answer.params });
  return answer;
}

function startWorker(): Worker {
  const cache = process.env['NODE_COMPILE_CACHE'];
  const started = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    execArgv: [],
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  // it does not keep the process alive
  started.unref();
  return started;
}

function endWorker(): void {
  void worker?.terminate();
  worker = null;
}

/** A thread that fails, takes too long or needs too much memory is replaced. */
function answerOf(thread: Worker, job: DrawJob): Promise<DrawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawAnswer>();
  const tooSlow = (cause?: unknown): AppError => new AppError('print.too_slow', { seconds: mostSeconds }, { cause });
  const fail = (error: Error): void => {
    if (worker === thread) endWorker();
    reject(error);
  };
  const clock = setTimeout(() => fail(tooSlow()), mostSeconds * 1000);
  const onError = (error: unknown): void => fail(tooSlow(error));
  const onExit = (): void => fail(new Error('the thread that draws has ended'));
  thread.once('message', resolve).once('error', onError).once('exit', onExit);
  thread.postMessage(job);
  return promise.finally(() => {
    clearTimeout(clock);
    thread.off('message', resolve).off('error', onError).off('exit', onExit);
  });
}
