/** What stands where on the pages, in points from the upper left corner. */
export interface LaidOut {
  readonly title: string;
  readonly createdAt: string;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly Item[])[];
  /** Base64, by their index. */
  readonly images: readonly string[];
}

export type Colour = 'ink' | 'muted' | 'line' | 'shade';

export type Item = TextItem | LineItem | ShadeItem | ImageItem;

export interface TextItem {
  readonly kind: 'text';
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly text: string;
  readonly width: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly colour: Colour;
}

interface LineItem {
  readonly kind: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly colour: Colour;
}

interface ShadeItem {
  readonly kind: 'shade';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface ImageItem {
  readonly kind: 'image';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly image: number;
}
