import { textLimits } from './limits.ts';
import { SheetError, type SheetErrorParams } from './sheet-error.ts';

/**
 * Collects the text of one cell or shared string from its `t` elements: the runs of rich text are joined, phonetic
 * guides (`rPh`) are left out.
 */
export class TextCollector {
  readonly #place: () => SheetErrorParams;
  #text = '';
  #phoneticDepth = 0;

  /** `place`: where the text is, for the error message when it is too long. */
  constructor(place: () => SheetErrorParams) {
    this.#place = place;
  }

  /** Whether the text inside this element belongs to the cell. */
  opens(name: string): boolean {
    if (name === 'rPh') this.#phoneticDepth++;
    return name === 't' && this.#phoneticDepth === 0;
  }

  closes(name: string): void {
    if (name === 'rPh') this.#phoneticDepth--;
  }

  append(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text;
    if (this.#text.length > textLimits.cell) {
      throw new SheetError('sheet.too_large', { what: 'cell', limit: textLimits.cell, ...this.#place() });
    }
  }

  /** Returns the collected text, and empties the collector. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The reverse of {@link unescapeText}, plus the escapes of XML itself. */
export function escapeText(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text
    .replace(looksEscaped, '_x005F_')
    .replace(unwritable, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const needsEscape = /(?![\t\n])[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
// Control characters and halves of surrogate pairs cannot occur in XML; a CR would be read back as LF.
const unwritable = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
// An underscore that would read as the start of an escape, including one that `unwritable` adds after it.
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}[_\p{Cc}\p{Cs}\uFFFE\uFFFF])/gu;
