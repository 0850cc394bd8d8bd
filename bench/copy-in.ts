import type { Client } from 'pg';

/** The part of pg's connection that a COPY needs; not in pg's types. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: NodeJS.WritableStream & { readonly writableNeedDrain: boolean };
}

/** Sends lines of COPY text format, `\t` between the columns, as fast as the server takes them. */
export function copyIn(client: Client, text: string, lines: AsyncIterable<string>): Promise<void> {
  return new Promise((done, failed) => {
    let wire: Wire | undefined;
    const pump = async (): Promise<void> => {
      let piece = '';
      for await (const line of lines) {
        piece += `${line}\n`;
        if (piece.length < 65_536) continue;
        wire?.sendCopyFromChunk(Buffer.from(piece));
        piece = '';
        if (wire?.stream.writableNeedDrain) await new Promise((drained) => wire?.stream.once('drain', drained));
      }
      wire?.sendCopyFromChunk(Buffer.from(piece));
      wire?.endCopyFrom();
    };
    const query = {
      submit: (connection: Wire) => {
        wire = connection;
        connection.query(text);
      },
      handleCopyInResponse: () => void pump().catch((error: unknown) => wire?.sendCopyFail(String(error))),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => done(),
      handleError: (error: Error) => failed(error),
    };
    client.query(query as never);
  });
}
