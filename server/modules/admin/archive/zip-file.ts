import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile as Zip } from 'yazl';

export interface Written {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** A zip that is written entry by entry, of any size; what it needs in memory is a line of each entry. */
export class ZipFile {
  readonly #zip = new Zip();
  readonly #time: Date;
  readonly #written: Promise<Written>;
  /** Rejects when the file cannot be written; resolves never. */
  readonly #failed: Promise<never>;

  constructor(path: string, time: Date) {
    this.#time = time;
    const measure = new Measure();
    const output = this.#zip.outputStream as Readable;
    this.#zip.on('error', (error: Error) => output.destroy(error));
    this.#written = pipeline(output, measure, createWriteStream(path, { mode: 0o600, flush: true })).then(() => ({
      bytes: measure.bytes,
      sha256: measure.hash.digest(),
    }));
    this.#failed = this.#written.then(() => new Promise<never>(() => undefined));
    // whoever adds or closes gets it; until then it must not count as unhandled
    this.#failed.catch(() => undefined);
  }

  /** Adds what a stream has. It is in the file, or on its way there, when this returns. */
  async add(name: string, content: Readable, isPacked = false): Promise<void> {
    this.#zip.addReadStream(content, name, { compress: !isPacked, mtime: this.#time });
    try {
      await Promise.race([finished(content), this.#failed]);
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async addText(name: string, text: string): Promise<void> {
    this.#zip.addBuffer(Buffer.from(text), name, { mtime: this.#time });
    await Promise.race([Promise.resolve(), this.#failed]);
  }

  /** A file that is compressed already. */
  addPacked(name: string, path: string): Promise<void> {
    return this.add(name, createReadStream(path), true);
  }

  /** Ends the file, which is complete and on the disk when this returns. */
  close(): Promise<Written> {
    this.#zip.end();
    return this.#written;
  }

  async abort(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy(new Error('archive given up'));
    await this.#written.catch(() => undefined);
  }
}

/** Counts and hashes what passes. */
export class Measure extends Transform {
  readonly hash: Hash = createHash('sha256');
  bytes = 0;

  override _transform(block: Buffer, _encoding: BufferEncoding, done: (error: null, block: Buffer) => void): void {
    this.hash.update(block);
    this.bytes += block.length;
    done(null, block);
  }
}
