import { textOf } from '#web/lib/i18n/i18n.ts';
import { CallError } from '#web/lib/http/call-error.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { isSuccess, type Envelope } from '#shared/wire/envelope.ts';

/** A file that a call answered with. */
export interface FileAnswer {
  readonly blob: Blob;
  readonly name: string;
}

/** The data of an answer; throws `CallError` for every refusal (R25.4). */
export async function readAnswer(endpoint: Endpoint, response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response);
  if (endpoint.answer !== 'top') return envelope.data;
  // what is said there belongs to the data, such as why an import has ended
  const { code: _code, ...top } = envelope;
  return top;
}

/** The file of an answer. A refusal is sent as an envelope here too. */
export async function readFile(response: Response): Promise<FileAnswer> {
  const isEnvelope = response.headers.get('content-disposition') === null && isJson(response);
  if (isEnvelope || !response.ok) {
    await readEnvelope(response);
    throw unreadable(response);
  }
  return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition') ?? '') };
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  const envelope = isJson(response) ? parse(text) : null;
  if (!envelope) throw unreadable(response);
  if (response.ok && isSuccess(envelope.code)) return envelope;
  throw new CallError('answer', envelope.msg || textOf('call.unreadable'), {
    code: envelope.code,
    status: response.status,
    detail: envelope.detail,
    said: envelope.msg ?? '',
  });
}

const isJson = (response: Response): boolean => (response.headers.get('content-type') ?? '').includes('json');

function parse(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null;
    return typeof value?.code === 'number' ? value : null;
  } catch {
    return null;
  }
}

/** A proxy answered in place of our server. */
const unreadable = (response: Response) =>
  new CallError('answer', textOf('call.unreadable'), {
    code: response.ok ? 500 : response.status,
    status: response.status,
  });

/** The name in a Content-Disposition: `filename*` where it is given, else `filename`. */
export function fileNameOf(disposition: string): string {
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // a broken escape: use the plain name
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]*))/i.exec(disposition);
  return (plain?.[1] ?? plain?.[2] ?? '').trim() || 'download';
}
