import type { Archive } from './archive.ts';
import { TextCollector, unescapeText } from './cell-text.ts';
import { StringPool } from './string-pool.ts';
import { loadXmlPart } from './xml-part.ts';
import type { XmlHandler } from './xml-tokens.ts';

/** Reads `sharedStrings.xml`; without such a part the pool is empty. */
export async function readSharedStrings(archive: Archive, path: string | undefined): Promise<StringPool> {
  const pool = new StringPool();
  if (path !== undefined) await loadXmlPart(archive, path, new SharedStringHandler(pool));
  return pool;
}

class SharedStringHandler implements XmlHandler {
  readonly #pool: StringPool;
  readonly #collector = new TextCollector(() => ({}));
  wantsText = false;

  constructor(pool: StringPool) {
    this.#pool = pool;
  }

  open(name: string): void {
    this.wantsText = this.#collector.opens(name);
  }

  text(text: string): void {
    this.#collector.append(text);
  }

  close(name: string): void {
    this.wantsText = false;
    this.#collector.closes(name);
    if (name === 'si') this.#pool.add(unescapeText(this.#collector.take()));
  }
}
