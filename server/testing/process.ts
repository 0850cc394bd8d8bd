import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startTime = 60_000; // milliseconds; a machine that runs other tests as well is slow

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The whole product as a process of its own. */
export interface ProductProcess {
  readonly pid: number;
  readonly url: string;
  /** Standard output so far. */
  readonly said: () => string;
  /** The lines of the log so far: one JSON object each, or what ended the process. */
  readonly log: () => string[];
  /** What the log says of warnings and errors so far, and because of what. */
  readonly troubles: () => string[];
  readonly ended: Promise<Ended>;
  readonly isRunning: () => boolean;
  /** Sends the signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
  /** Answers once `GET /health` is ok; rejects with the log when the process ends before. */
  readonly ready: () => Promise<void>;
}

export interface ProductOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What is started; the product's own start unless given. */
  readonly entry?: string;
  /** A file that takes the log instead of `log()`. */
  readonly logFile?: string;
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function gist(line: string): string {
  if (!line.startsWith('{')) return line;
  const { msg, err } = JSON.parse(line) as { readonly msg: string; readonly err?: { readonly message: string } };
  return err ? `${msg}: ${err.message}` : msg;
}

/** Starts the product on a DATA_DIR. It ends with the test process at the latest. */
export function spawnProduct({
  dataDir,
  port,
  env = {},
  entry = 'server/main.ts',
  logFile,
}: ProductOptions): ProductProcess {
  const logTo = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  const child = spawn(process.execPath, ['--disable-proto=delete', entry], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      // what one process has compiled is there for those that follow it
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_DATA: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', logTo],
  });
  if (typeof logTo === 'number') closeSync(logTo);
  let output = '';
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let isRunning = true;
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code, signal) => {
      isRunning = false;
      process.off('exit', kill);
      done({ code, signal });
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    pid: child.pid ?? 0,
    url,
    said: () => output,
    log: () => lines(log),
    troubles: () =>
      lines(log)
        .filter((line) => !line.startsWith('{"level":30'))
        .map(gist),
    ended,
    isRunning: () => isRunning,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
    ready: async () => {
      for (const began = Date.now(); Date.now() - began < startTime; await sleep(50)) {
        if (!isRunning) throw new Error(`the product ended: ${output}${log}`);
        if (await isHealthy(url)) return;
      }
      throw new Error(`the product did not come up: ${output}${log}`);
    },
  };
}

export async function startProduct(options: ProductOptions): Promise<ProductProcess> {
  const product = spawnProduct(options);
  try {
    await product.ready();
  } catch (error) {
    await product.end('SIGKILL');
    throw error;
  }
  return product;
}

export const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer().on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });

export interface ProductAnswer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  /** Whole, for calls that answer beside the envelope. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export interface ProductCall {
  readonly token: string;
  readonly key?: string;
  readonly file?: { readonly name: string; readonly content: Buffer<ArrayBuffer> };
}

/** One call over the network. Rejects when no answer came: what became of it is unknown then. */
export async function callProduct(
  url: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { token, key, file }: ProductCall,
): Promise<ProductAnswer> {
  const headers: Record<string, string> = {
    'admin-token': token,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: file ? headers : { ...headers, 'content-type': 'application/json' },
    body: file ? formOf(body, file) : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const parsed = JSON.parse(await answer.text()) as Record<string, unknown>;
  return {
    status: answer.status,
    code: Number(parsed['code'] ?? -1),
    msg: String(parsed['msg'] ?? ''),
    data: parsed['data'],
    body: parsed,
    headers: answer.headers,
  };
}

function formOf(fields: Readonly<Record<string, unknown>>, file: NonNullable<ProductCall['file']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', new Blob([file.content]), file.name);
  return form;
}
