import { join } from 'node:path';
import { StartError } from '#server/platform/config.ts';
import { migrationTable } from './catalog.ts';
import type { TableCopy } from './load-database.ts';
import { dumpFile, type DumpedManifest } from './manifest.ts';
import { findProgram, startProgram } from './postgres-program.ts';
import { damaged } from './stored-files.ts';

/** @throws StartError when no `pg_restore` can read the archive */
export async function requireDumpReader({ dump }: DumpedManifest): Promise<void> {
  const program = await findProgram('pg_restore');
  if (program && program.major >= dump.major) return;
  throw new StartError(
    `此备份由 pg_dump ${dump.major} 制作，还原需要 ${dump.major} 或更高版本的 pg_restore：请先安装 PostgreSQL 客户端程序。 · ` +
      `This backup was made by pg_dump ${dump.major}; restoring it needs pg_restore ${dump.major} or newer: install PostgreSQL's client programs first.`,
  );
}

/**
 * The rows of an archive. `pg_restore` only converts it to text, and only the rows of that text are used: no statement
 * of an archive is ever executed (security O8).
 */
export async function* readDump(folder: string): AsyncGenerator<TableCopy> {
  const child = startProgram('pg_restore', ['--data-only', '--file=-', join(folder, dumpFile)]);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-10_000)));
  const ended = new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  ended.catch(() => undefined); // reported below
  try {
    yield* copiesOf((child.stdout ?? []) as AsyncIterable<Buffer>);
    if ((await ended) !== 0) throw new StartError(`pg_restore failed: ${errors.trim().split('\n').at(-1) ?? ''}`);
  } finally {
    child.kill();
  }
}

// without back references, so that the check of patterns proves them instead of trying
const start = /^COPY public\.(?:"([a-z_][a-z0-9_]*)"|([a-z_][a-z0-9_]*)) \((.+)\) FROM stdin;$/;
const name = /^(?:"([a-z_][a-z0-9_]*)"|([a-z_][a-z0-9_]*))$/;
const newLine = 0x0a;
/** No row starts with it: a backslash in a value is doubled. */
const terminator = Buffer.from('\\.');
const longestLine = 1_000_000;

/** The rows between `COPY … FROM stdin;` and `\.`; everything else is skipped. */
export async function* copiesOf(source: AsyncIterable<Buffer>): AsyncGenerator<TableCopy> {
  const text = new TextReader(source);
  for (let line = await text.line(); line !== null; line = await text.line()) {
    if (!line.startsWith('COPY ')) continue;
    const [, quoted, plain, list = ''] = start.exec(line) ?? [];
    const table = quoted ?? plain ?? '';
    const columns = list.split(', ').map((column) => {
      const [, inQuotes, bare] = name.exec(column) ?? [];
      return inQuotes ?? bare ?? '';
    });
    if (columns.includes('')) throw damaged(dumpFile);
    const rows = text.rows();
    if (table !== migrationTable) yield { name: table, columns, rows };
    for await (const _ of rows); // the rows that nobody has read
  }
}

class TextReader {
  readonly #blocks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#blocks = source[Symbol.asyncIterator]();
  }

  /** The rest of the line without its end; null at the end of the text. */
  async line(): Promise<string | null> {
    let end = this.#rest.indexOf(newLine);
    while (end < 0) {
      const searched = this.#rest.length;
      if (searched > longestLine) throw damaged(dumpFile);
      if (!(await this.#more())) return searched === 0 ? null : this.#take(searched).toString();
      end = this.#rest.indexOf(newLine, searched);
    }
    return this.#take(end + 1)
      .toString()
      .trimEnd();
  }

  /** Whole lines up to the terminator, which is left for `line` to skip. */
  async *rows(): AsyncGenerator<Buffer> {
    // at the start of a line
    for (;;) {
      while (this.#rest.length < terminator.length) if (!(await this.#more())) throw damaged(dumpFile);
      if (this.#rest.subarray(0, terminator.length).equals(terminator)) return;
      const end = this.#rest.indexOf('\n\\.');
      const whole = end < 0 ? this.#rest.lastIndexOf(newLine) : end;
      if (whole >= 0) yield this.#take(whole + 1);
      else if (!(await this.#more())) throw damaged(dumpFile);
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#blocks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
