import { DocumentError } from './document-error.ts';
import { linesOf } from './break-lines.ts';
import type { Align, PageSetup } from './document.ts';
import { widthOf } from './fonts.ts';
import type { Colour, Item } from './laid-out.ts';

/** Pages of one document. */
export const mostPages = 300;
const points = (millimetres: number): number => (millimetres * 72) / 25.4;
const sizes = { A4: [595.28, 841.89], A5: [419.53, 595.28] } as const;
const leading = 1.5;
/** Where in a line its baseline is. */
const ascent = 1.06;

export interface Written {
  readonly x: number;
  readonly width: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly align: Align;
  readonly colour: Colour;
}

/** The pages as they fill, from above. */
export class Flow {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fontSize: number;
  readonly pages: Item[][] = [[]];
  /** The page that is written on. */
  current: Item[];
  y: number;

  constructor({ size, isLandscape, margins, fontSize }: PageSetup) {
    const [short, long] = sizes[size];
    this.width = isLandscape ? long : short;
    this.height = isLandscape ? short : long;
    this.left = points(margins.left);
    this.right = this.width - points(margins.right);
    this.top = points(margins.top);
    this.bottom = this.height - points(margins.bottom);
    this.fontSize = fontSize;
    this.y = this.top;
    this.current = this.pages[0] ?? [];
  }

  get inner(): number {
    return this.right - this.left;
  }

  /** Height that is left on the page. */
  get rest(): number {
    return this.bottom - this.y;
  }

  get isAtTop(): boolean {
    return this.y <= this.top;
  }

  add(item: Item): void {
    this.current.push(item);
  }

  newPage(): void {
    if (this.pages.length >= mostPages) throw new DocumentError('print.too_long', { max: mostPages });
    this.current = [];
    this.pages.push(this.current);
    this.y = this.top;
  }

  /** Begins a page where that much does not fit on this one; more than a page has begins on a new one. */
  reserve(height: number): void {
    if (height > this.rest && !this.isAtTop) this.newPage();
  }

  space(millimetres: number): void {
    this.y = Math.min(this.bottom, this.y + points(millimetres));
  }

  rule(): void {
    this.reserve(6);
    this.line(this.left, this.y + 3, this.right, this.y + 3, 'ink');
    this.y += 6;
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: Colour): void {
    this.add({ kind: 'line', x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), colour });
  }

  shade(x: number, y: number, width: number, height: number): void {
    this.add({ kind: 'shade', x: round(x), y: round(y), width: round(width), height: round(height) });
  }

  /** One line of text, whose upper edge is at `y`. */
  text(text: string, y: number, { x, width, size, isBold, align, colour }: Written): void {
    if (text === '') return;
    const own = widthOf(text, isBold) * size;
    const free = Math.max(0, width - own);
    const at = align === 'left' ? x : align === 'right' ? x + free : x + free / 2;
    const place = { x: round(at), y: round(y + size * ascent), width: round(own) };
    this.add({ kind: 'text', text, ...place, size, isBold, colour });
  }
}

/** Rounded to a hundredth of a point, so that the sums of lengths do not differ by machine. */
const round = (length: number): number => Math.round(length * 100) / 100;

export const lineHeight = (size: number): number => size * leading;
export const broken = (text: string, { width, size, isBold }: Pick<Written, 'width' | 'size' | 'isBold'>): string[] =>
  linesOf(text, Math.max(1, width / size), isBold);
export { points };
