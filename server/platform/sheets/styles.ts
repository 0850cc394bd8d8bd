import type { Archive } from './archive.ts';
import { formatLimits } from './limits.ts';
import { builtinKind, kindOfCode, type NumberKind } from './number-format.ts';
import { SheetError } from './sheet-error.ts';
import { loadXmlPart } from './xml-part.ts';
import type { XmlAttributes, XmlHandler } from './xml-tokens.ts';

/** How each cell style (the `s` of a cell) affects a number. Without styles: not at all. */
export async function readStyles(archive: Archive, path: string | undefined): Promise<NumberKind[]> {
  const handler = new StyleHandler();
  if (path !== undefined) await loadXmlPart(archive, path, handler);
  return handler.kinds;
}

class StyleHandler implements XmlHandler {
  readonly kinds: NumberKind[] = [];
  readonly #custom = new Map<number, NumberKind>();
  #isInCellFormats = false;
  readonly wantsText = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'cellXfs') this.#isInCellFormats = true;
    else if (name === 'numFmt') this.#addFormat(attributes);
    else if (name === 'xf' && this.#isInCellFormats) this.#addStyle(attributes);
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }

  text(): void {}

  #addFormat(attributes: XmlAttributes): void {
    // Excel allows 255 characters; a longer code is cut to limit the time.
    const code = attributes.get('formatCode')?.slice(0, 1_000) ?? '';
    this.#custom.set(Number(attributes.get('numFmtId')), kindOfCode(code));
    assertFewer(this.#custom.size);
  }

  #addStyle(attributes: XmlAttributes): void {
    const id = Number(attributes.get('numFmtId') ?? 0);
    this.kinds.push(this.#custom.get(id) ?? builtinKind(id));
    assertFewer(this.kinds.length);
  }
}

function assertFewer(count: number): void {
  if (count > formatLimits.styles)
    throw new SheetError('sheet.too_large', { what: 'styles', limit: formatLimits.styles });
}
