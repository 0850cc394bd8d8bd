import type { Archive } from './archive.ts';
import { SheetError } from './sheet-error.ts';
import { maxToken, XmlTokens, type XmlHandler } from './xml-tokens.ts';

/**
 * Sends a part's XML through `handler`. Yields once after each piece, so that the caller can pass on what has been
 * collected so far. Parts are UTF-8, or UTF-16 with a byte order mark (OPC 6.1.4).
 */
export async function* readXmlPart(archive: Archive, path: string, handler: XmlHandler): AsyncGenerator<void> {
  const tokens = new XmlTokens(handler);
  const pieces = new TextPieces();
  try {
    for await (const chunk of archive.chunks(path)) {
      tokens.write(pieces.next(chunk));
      yield;
    }
    tokens.write(pieces.last());
    tokens.end();
  } catch (error) {
    throw error instanceof SheetError ? withPart(error, path) : error;
  }
}

/** Sends a small part through `handler` as a whole. */
export async function loadXmlPart(archive: Archive, path: string, handler: XmlHandler): Promise<void> {
  for await (const _ of readXmlPart(archive, path, handler));
}

const byteOrderMark = '\uFEFF';
const tagEnd = 0x3e;
/** Bytes buffered for the end of a tag; a longer token is refused. UTF-16 parts are buffered whole. */
const maxRest = 4 * maxToken;

/** Adds the part's name to an error that has none yet. */
const withPart = (error: SheetError, part: string): SheetError =>
  error.params['part'] === undefined ? new SheetError(error.code, { ...error.params, part }, { cause: error }) : error;

const encodingOf = (bytes: Buffer): 'utf8' | 'utf16le' => (bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');

/**
 * Decodes the bytes of a part in pieces that end with a tag. Such text needs no joining, and joined text is read at
 * half the speed.
 */
class TextPieces {
  #rest: Buffer = Buffer.alloc(0);
  #isStart = true;
  #encoding: 'utf8' | 'utf16le' | undefined;

  next(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#encoding ??= encodingOf(bytes);
    const end = bytes.lastIndexOf(tagEnd) + 1;
    // In UTF-16 the byte can be half of a character; such parts are rare and simply read whole.
    const isWhole = this.#encoding === 'utf16le';
    this.#rest = bytes.subarray(isWhole ? 0 : end);
    if (this.#rest.length > maxRest) throw new SheetError('sheet.too_large', { what: 'token', limit: maxToken });
    return isWhole ? '' : this.#withoutMark(bytes.toString('utf8', 0, end));
  }

  last(): string {
    return this.#withoutMark(this.#rest.toString(this.#encoding));
  }

  /** The mark is one at the start of the part only; anywhere else the same character is text. */
  #withoutMark(text: string): string {
    if (!this.#isStart || text === '') return text;
    this.#isStart = false;
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }
}
