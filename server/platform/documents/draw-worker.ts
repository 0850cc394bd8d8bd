// The thread in which documents are laid out and drawn. Started by drawing.ts, one for all.
import { parentPort } from 'node:worker_threads';
import { DocumentError } from './document-error.ts';
import { drawPdf } from './draw.ts';
import type { DrawAnswer, DrawJob } from './draw-messages.ts';
import { layOut } from './lay-out.ts';

const port = parentPort;
if (port === null) throw new Error('draw-worker.ts has to run as a worker');

async function done({ document, wants }: DrawJob): Promise<DrawAnswer> {
  const pages = layOut(document);
  if (wants === 'pages') return { kind: 'pages', pages };
  return { kind: 'pdf', bytes: await drawPdf(pages) };
}

port.on('message', (job: DrawJob) => {
  done(job).then(
    (answer) => port.postMessage(answer),
    (error: unknown) =>
      port.postMessage(
        error instanceof DocumentError
          ? ({ kind: 'refused', code: error.code, params: error.params } satisfies DrawAnswer)
          : ({
              kind: 'failed',
              message: error instanceof Error ? (error.stack ?? error.message) : '',
            } satisfies DrawAnswer),
      ),
  );
});
