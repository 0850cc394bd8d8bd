import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What the product has acknowledged to a writer. */
export type Entry =
  | { readonly kind: 'record'; readonly id: number; readonly name: string; readonly key: string }
  | { readonly kind: 'file'; readonly id: number; readonly sha256: string };

export interface Journal {
  readonly write: (entry: Entry) => void;
  /** As it can be read from the disk. */
  readonly read: () => Entry[];
  readonly close: () => void;
}

/** Acknowledged replies, each on the disk before the writer goes on (security G7, D1). */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a');
  return {
    write: (entry) => {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    },
    read: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(file),
  };
}
