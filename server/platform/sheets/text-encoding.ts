import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';
import { SheetError } from './sheet-error.ts';

export type TextEncoding = 'utf8' | 'gb18030' | 'utf16le' | 'utf16be';

/**
 * The encoding of a text file, by its byte order mark, else UTF-8 if every byte of it is valid, else GB18030 (which
 * contains GBK). Reads the whole file: the first Chinese character can come late. Bytes that occur in no text throw
 * 'sheet.not_a_spreadsheet'.
 */
export async function detectEncoding(file: string): Promise<TextEncoding> {
  const check = new Utf8Check();
  let isStart = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const marked = isStart ? markedEncoding(chunk) : undefined;
    if (marked !== undefined) return marked;
    isStart = false;
    if (chunk.includes(0)) throw new SheetError('sheet.not_a_spreadsheet', { found: 'binary' });
    check.write(chunk);
  }
  return check.isValid() ? 'utf8' : 'gb18030';
}

/** The text of the file in pieces, without byte order mark. */
export async function* readText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) yield decoder.write(chunk);
  yield decoder.end() ?? '';
}

function markedEncoding(start: Buffer): TextEncoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf16be';
  return undefined;
}

class Utf8Check {
  #tail = Buffer.alloc(0);
  #isValid = true;

  write(chunk: Buffer): void {
    if (!this.#isValid) return;
    const piece = Buffer.concat([this.#tail, chunk]);
    const end = startOfCutCharacter(piece);
    this.#isValid = isUtf8(piece.subarray(0, end));
    this.#tail = piece.subarray(end);
  }

  isValid(): boolean {
    return this.#isValid && this.#tail.length === 0;
  }
}

/** The start of a last character that may continue in the next piece; else the length. */
function startOfCutCharacter(piece: Buffer): number {
  for (let back = 1; back <= 3 && back <= piece.length; back++) {
    const byte = piece[piece.length - back] ?? 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? piece.length - back : piece.length;
    if (byte < 0x80) break;
  }
  return piece.length;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
