import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import type pg from 'pg';

// PostgreSQL's COPY over an ordinary `pg` connection. `pg` passes protocol messages to the active query, whatever its
// class; these two are such queries.

interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
}

const blockSize = 64 * 1024;

/** The rows of `copy … to stdout`, as blocks of bytes. `rows` is known once the stream has ended. */
export class CopyOut extends Readable {
  rows = 0;
  readonly #sql: string;
  #connection: pg.Connection | undefined;
  #pending: Buffer[] = [];
  #size = 0;
  #isOver = false;

  constructor(sql: string) {
    super({ highWaterMark: 4 * blockSize });
    this.#sql = sql;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#sql);
  }

  handleCopyData(message: { chunk: Buffer }): void {
    // One message is one row. The parser owns its bytes and reuses them.
    this.#pending.push(Buffer.from(message.chunk));
    this.#size += message.chunk.length;
    if (this.#size >= blockSize) this.#flush();
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = affectedRows(message.text);
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#flush();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // If a consumer stops early, the server keeps sending: only ending the connection stops it.
    if (!this.#isOver) this.#connection?.stream.destroy();
    callback(error);
  }

  #flush(): void {
    if (this.#size === 0 || this.destroyed) return;
    const block = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#size = 0;
    if (!this.push(block) && !this.#isOver) this.#connection?.stream.pause();
  }
}

/** Sends the blocks of `source` to `copy … from stdin`. Resolves with the number of rows. */
export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((done, fail) => {
    client.query(new CopyIn(sql, source, done, fail));
  });
}

class CopyIn {
  readonly #sql: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #done: (rows: number) => void;
  readonly #fail: (error: unknown) => void;
  #rows = 0;
  #isOver = false;
  #sourceError: unknown;

  constructor(
    sql: string,
    source: AsyncIterable<Buffer>,
    done: (rows: number) => void,
    fail: (error: unknown) => void,
  ) {
    this.#sql = sql;
    this.#source = source;
    this.#done = done;
    this.#fail = fail;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => {
      this.#sourceError = error;
      // The server answers with an error, and the connection is usable again.
      if (!this.#isOver) connection.sendCopyFail('the source failed');
    });
  }

  handleCommandComplete(message: { text: string }): void {
    this.#rows = affectedRows(message.text);
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#done(this.#rows);
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.#fail(this.#sourceError ?? error);
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for await (const block of this.#source) {
      if (this.#isOver) return;
      connection.sendCopyFromChunk(block);
      if (stream.writableNeedDrain) await drained(stream);
    }
    connection.endCopyFrom();
  }
}

/**
 * Resolves when more can be written, or when nothing ever can. Removes its listeners, because there are many blocks.
 */
async function drained(stream: Writable): Promise<void> {
  const waiting = new AbortController();
  const options = { signal: waiting.signal };
  await Promise.race([once(stream, 'drain', options), once(stream, 'close', options)]).finally(() => waiting.abort());
}

function affectedRows(tag: string): number {
  return Number(tag.split(' ').at(-1));
}
