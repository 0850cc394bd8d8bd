/** A document before it is laid out: plain data, so that a thread of its own can take it. Lengths are millimetres. */
export interface PlannedDocument {
  readonly title: string;
  /** The only time that the file names: the same data makes the same bytes. */
  readonly createdAt: string;
  readonly page: PageSetup;
  readonly header?: Margin | undefined;
  readonly footer?: Margin | undefined;
  readonly blocks: readonly Block[];
}

export interface PageSetup {
  readonly size: 'A4' | 'A5';
  readonly isLandscape: boolean;
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** Points. */
  readonly fontSize: number;
}

export type Align = 'left' | 'center' | 'right';

/** A piece of a text in a margin: the number of the page and of all pages are known once the rest is laid out. */
export type MarginPart = { readonly text: string } | { readonly number: 'page' | 'pages' };

/** The texts above or below each page. */
export interface Margin {
  readonly left: readonly MarginPart[];
  readonly center: readonly MarginPart[];
  readonly right: readonly MarginPart[];
  readonly hasRule: boolean;
}

export type Block =
  | TextBlock
  | GridBlock
  | TableBlock
  | ImageBlock
  | SignaturesBlock
  | { readonly kind: 'rule' }
  | { readonly kind: 'space'; readonly height: number }
  | { readonly kind: 'pageBreak' };

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  /** In relation to the page's font size. */
  readonly scale: number;
  readonly isBold: boolean;
  readonly isMuted: boolean;
  readonly align: Align;
  /** A heading stays with what follows. */
  readonly isHeading: boolean;
}

/** Names with their values, in so many columns. */
export interface GridBlock {
  readonly kind: 'grid';
  readonly columns: number;
  readonly cells: readonly { readonly label: string; readonly value: string }[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly { readonly title: string; readonly width: number; readonly align: Align }[];
  readonly rows: readonly (readonly string[])[];
  /** A last row in bold. */
  readonly sums: readonly string[] | null;
}

export interface ImageBlock {
  readonly kind: 'image';
  /** Base64 of a PNG or JPEG. */
  readonly data: string;
  readonly pixels: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly align: Align;
}

/** Where the parties sign, side by side: what each line is called, with what stands there already. */
export interface SignaturesBlock {
  readonly kind: 'signatures';
  readonly parties: readonly {
    readonly title: string;
    readonly lines: readonly { readonly label: string; readonly value: string }[];
  }[];
}
