/** A text of a template in its pieces: what stands there, and fields in braces with how they are written. */
export type TextPiece = { readonly text: string } | FieldPiece;

export interface FieldPiece {
  readonly key: string;
  readonly format: string;
}

const inBraces = /\{([^{}]{1,200})\}/g;

/** How a field may be written beside its usual form. */
export const valueFormats = ['capitals', 'day'] as const;
export type ValueFormat = (typeof valueFormats)[number];

/** Numbers of pages, in the margins of a page. */
export const pageKeys = ['page', 'pages'] as const;

export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const found of text.matchAll(inBraces)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index) });
    pieces.push(fieldIn(found[1] ?? ''));
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function fieldIn(braced: string): FieldPiece {
  const format = valueFormats.find((one) => braced.endsWith(`:${one}`)) ?? '';
  return { key: (format === '' ? braced : braced.slice(0, -format.length - 1)).trim(), format };
}

/** The fields that a text names. */
export const keysIn = (text: string): string[] => piecesOf(text).flatMap((piece) => ('key' in piece ? piece.key : []));

/**
 * The same text with other names of its fields: labels while it is typed, immutable keys while it is stored. A name that
 * is not known stays.
 */
export const renamedFields = (text: string, nameOf: (key: string) => string | undefined): string =>
  piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const { key, format } = piece;
      return `{${nameOf(key) ?? key}${format === '' ? '' : `:${format}`}}`;
    })
    .join('');
