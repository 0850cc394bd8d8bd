import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { archiveLimits, type ArchiveLimits } from './limits.ts';
import { asSheetError, SheetError } from './sheet-error.ts';

const stored = 0;
const deflated = 8;
const chunkBytes = 128 * 1024;

/**
 * A zip container whose parts are read one at a time, in pieces. Names only serve to find a part: nothing is ever
 * written under them (security U2). Nested zips are not opened.
 */
export class Archive {
  readonly #zip: ZipFile;
  readonly #limits: ArchiveLimits;
  readonly #entries = new Map<string, Entry>();
  #unpacked = 0;

  private constructor(zip: ZipFile, limits: ArchiveLimits) {
    this.#zip = zip;
    this.#limits = limits;
  }

  static async open(file: string, limits: ArchiveLimits = archiveLimits): Promise<Archive> {
    let zip: ZipFile;
    try {
      zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
    } catch (error) {
      throw asSheetError(error);
    }
    const archive = new Archive(zip, limits);
    try {
      await archive.#readDirectory();
      return archive;
    } catch (error) {
      archive.close();
      throw asSheetError(error);
    }
  }

  /** `path` as in a relationship, with or without the leading slash; case does not matter (OPC 7.2.3). */
  has(path: string): boolean {
    return this.#entries.has(keyOf(path));
  }

  /** The unpacked content of a part. Ends with a {@link SheetError} as soon as a limit is passed. */
  async *chunks(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(path));
    if (entry === undefined) throw new SheetError('sheet.damaged', { part: path });
    if (entry.isEncrypted()) throw new SheetError('sheet.encrypted');
    try {
      yield* this.#unpack(entry, path);
    } catch (error) {
      throw asSheetError(error, { part: path });
    }
  }

  close(): void {
    this.#zip.close();
  }

  async #readDirectory(): Promise<void> {
    let count = 0;
    for await (const entry of this.#zip.eachEntry()) {
      if (++count > this.#limits.entries) throw tooLarge('entries', this.#limits.entries);
      const key = keyOf(entry.fileNameRaw.toString('utf8'));
      // Different programs read two parts of one name differently: a way to hide content.
      if (this.#entries.has(key)) throw new SheetError('sheet.unsafe', { part: key, found: 'duplicate' });
      this.#entries.set(key, entry);
    }
  }

  async *#unpack(entry: Entry, path: string): AsyncGenerator<Buffer> {
    const packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    const { stream, consumed } = plainStream(packed, entry);
    let size = 0;
    let checksum = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      checksum = crc32(chunk, checksum);
      this.#count(chunk.length, size, consumed());
      if (size > entry.uncompressedSize) throw new SheetError('sheet.damaged', { part: path });
      yield chunk;
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32)
      throw new SheetError('sheet.damaged', { part: path });
  }

  #count(bytes: number, partSize: number, packedSize: number): void {
    const { unpackedBytes, ratio, ratioFreeBytes } = this.#limits;
    this.#unpacked += bytes;
    if (this.#unpacked > unpackedBytes) throw tooLarge('bytes', unpackedBytes);
    if (partSize > ratioFreeBytes && partSize > ratio * packedSize) throw tooLarge('ratio', ratio);
  }
}

/** The path that `target`, found in the part `source`, refers to (OPC 6.4). */
export function resolvePath(source: string, target: string): string {
  const folder = target.startsWith('/') || target.startsWith('\\') ? [] : source.split('/').slice(0, -1);
  const path: string[] = [];
  for (const step of [...folder, ...target.replaceAll('\\', '/').split('/')]) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

function keyOf(path: string): string {
  return resolvePath('', path).toLowerCase();
}

function plainStream(packed: Readable, entry: Entry): { stream: Readable; consumed: () => number } {
  if (entry.compressionMethod === stored) return { stream: packed, consumed: () => entry.compressedSize };
  if (entry.compressionMethod !== deflated) {
    packed.destroy();
    throw new SheetError('sheet.damaged', { found: `method ${entry.compressionMethod}` });
  }
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  // The reader of `inflate` sees the failure; the callback only prevents an unhandled error.
  pipeline(packed, inflate, () => undefined);
  return { stream: inflate, consumed: () => inflate.bytesWritten };
}

function tooLarge(what: string, limit: number): SheetError {
  return new SheetError('sheet.too_large', { what, limit });
}
