import { textLimits } from './limits.ts';
import { SheetError } from './sheet-error.ts';

const pageBits = 12;
const pageSize = 1 << pageBits;

interface Page {
  text: string;
  starts: Uint32Array;
}

/**
 * The shared strings of a workbook. Kept as pages of joined text: a million separate strings would cost more in headers
 * than in characters, and each could keep alive the piece of file it was cut from.
 */
export class StringPool {
  readonly #pages: Page[] = [];
  readonly #limits: { shared: number; sharedStrings: number };
  #open: string[] = [];
  #size = 0;
  #characters = 0;

  constructor(limits: { shared: number; sharedStrings: number } = textLimits) {
    this.#limits = limits;
  }

  add(text: string): void {
    const { shared, sharedStrings } = this.#limits;
    this.#characters += text.length;
    if (this.#characters > shared) throw new SheetError('sheet.too_large', { what: 'sharedText', limit: shared });
    if (++this.#size > sharedStrings)
      throw new SheetError('sheet.too_large', { what: 'sharedStrings', limit: sharedStrings });
    this.#open.push(text);
    if (this.#open.length === pageSize) this.#closePage();
  }

  get(index: number): string | undefined {
    const page = this.#pages[index >>> pageBits];
    const place = index & (pageSize - 1);
    if (page === undefined) return index >>> pageBits === this.#pages.length ? this.#open[place] : undefined;
    return page.text.slice(page.starts[place], page.starts[place + 1]);
  }

  #closePage(): void {
    const starts = new Uint32Array(pageSize + 1);
    this.#open.forEach((text, at) => (starts[at + 1] = (starts[at] ?? 0) + text.length));
    this.#pages.push({ text: this.#open.join(''), starts });
    this.#open = [];
  }
}
