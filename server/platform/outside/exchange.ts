import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { OutsideError } from './outside-error.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export interface Limits {
  /** Milliseconds until the answer starts (security X8), and until it is complete (R27.1). */
  readonly answerMs: number;
  readonly wholeMs: number;
  readonly maxBytes: number;
}

export interface Exchange {
  readonly url: URL;
  /** What is posted, as JSON; a GET without it. */
  readonly post?: { readonly body: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly resolve: Resolve;
  readonly allowsPrivate: boolean;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One GET or POST that is answered with JSON, over a connection of its own, to an address that has been checked.
 * Redirects are not followed.
 * @throws OutsideError
 */
export const exchange = (asked: Exchange): Promise<unknown> => exchanged(asked, readJson);

/** What was answered to something posted; the text is '' for none. */
export interface Accepted {
  readonly status: number;
  readonly text: string;
}

/**
 * As `exchange`, where any status of 200 to 299 is success and the answer may be any text.
 * @throws OutsideError
 */
export const exchangeText = (asked: Exchange): Promise<Accepted> =>
  exchanged(asked, async (response, maxBytes) => {
    const status = response.statusCode ?? 0;
    const isLater = status >= 500 || status === 429 || status === 408;
    if (status < 200 || status > 299)
      throw new OutsideError(isLater ? 'status' : 'answer', `HTTP status ${status}`, { status });
    return { status, text: await readText(response, maxBytes) };
  });

async function exchanged<Answer>(
  asked: Exchange,
  read: (response: IncomingMessage, maxBytes: number) => Promise<Answer>,
): Promise<Answer> {
  const { limits, signal } = asked;
  const whole = AbortSignal.timeout(limits.wholeMs);
  const stop = signal ? AbortSignal.any([whole, signal]) : whole;
  try {
    const address = await unlessStopped(checkedAddress(asked), stop);
    const response = await open(asked, address, stop);
    try {
      return await read(response, limits.maxBytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (signal?.aborted) throw new OutsideError('aborted', 'nobody waits any more', { cause: error });
    if (whole.aborted) throw new OutsideError('timeout', `no whole answer within ${limits.wholeMs} ms`);
    if (error instanceof OutsideError) throw error;
    throw new OutsideError('network', (error as Error).message, { cause: error });
  }
}

/** A name may resolve to several addresses: one forbidden address forbids the name. */
async function checkedAddress({ url, resolve, allowsPrivate }: Exchange): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new OutsideError('network', 'the host has no address');
  if (!allowsPrivate && !addresses.every(isPublicAddress))
    throw new OutsideError('refused', 'the host leads into a closed network');
  return first;
}

function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function open({ url, limits, post }: Exchange, address: string, stop: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions & { servername?: string } = {
    // connect to the checked address, even if the name resolves to another one by now
    host: address,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method: post ? 'POST' : 'GET',
    headers: {
      ...post?.headers,
      ...(post && {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(post.body),
      }),
      host: url.host,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'jianye',
    },
    agent: false,
    signal: stop,
    ...(isSecure && isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(options);
    const late = setTimeout(() => {
      request.destroy(new OutsideError('timeout', `no answer within ${limits.answerMs} ms`));
    }, limits.answerMs);
    request.on('response', (response) => {
      clearTimeout(late);
      resolve(response);
    });
    request.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    request.end(post?.body);
  });
}

async function readJson(response: IncomingMessage, maxBytes: number): Promise<unknown> {
  const status = response.statusCode ?? 0;
  if (status >= 500 || status === 429) throw new OutsideError('status', `HTTP status ${status}`);
  if (status !== 200) throw new OutsideError('answer', `HTTP status ${status}`);
  if (!/^application\/json\b/i.test(response.headers['content-type'] ?? ''))
    throw new OutsideError('answer', 'the answer is not JSON');
  const text = await readText(response, maxBytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OutsideError('answer', 'the answer is not JSON', { cause: error });
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw new OutsideError('answer', `the answer is larger than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
