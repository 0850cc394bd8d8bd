import { readFile, writeFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { bitmapSize, readBitmap } from '#server/platform/files/bitmap.ts';
import { extensionOf, hasDangerousExtension } from '#server/platform/files/file-name.ts';
import { isCompoundDocument, isZippedDocument } from '#server/platform/files/office-content.ts';
import type { UploadKind } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Extensions of pictures by their actual content; content and extension must agree (security U1). */
const pictures: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg', 'jfif'],
  png: ['png'],
  // animated PNG: re-encoded as its first frame
  apng: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  bmp: ['bmp'],
};

/** The same for other attachments: what office people send, and nothing that a browser or desktop would execute. */
const documents: Readonly<Record<string, readonly string[]>> = {
  pdf: ['pdf'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  ppsx: ['ppsx'],
  rtf: ['rtf', 'doc'],
  odt: ['odt'],
  ods: ['ods'],
  odp: ['odp'],
  vsdx: ['vsdx'],
  dwg: ['dwg'],
  psd: ['psd'],
  zip: ['zip'],
  rar: ['rar'],
  '7z': ['7z'],
  mp3: ['mp3'],
  m4a: ['m4a'],
  wav: ['wav'],
  amr: ['amr'],
  aac: ['aac'],
  mp4: ['mp4', 'm4v'],
  m4v: ['mp4', 'm4v'],
  mov: ['mov'],
  avi: ['avi'],
  asf: ['wmv', 'wma'],
};
const texts = new Set(['txt', 'csv']);
const sheets: Readonly<Record<string, readonly string[]>> = { xlsx: ['xlsx'], xlsm: ['xlsm'] };

/** Starts of files that are not plain text: markup, PDF, PostScript, RTF. */
const notText = /^\s*(?:<[a-z!?%]|%PDF|%!PS|\{\\rtf)/i;

export interface Kind {
  /** The type of the content; `redraw` says that it must be re-encoded. */
  readonly contentType: string;
  readonly isPicture: boolean;
}

const plain: Kind = { contentType: 'application/octet-stream', isPicture: false };

/**
 * Detects the type of a file by its content and refuses types that this kind of upload does not accept.
 * @throws AppError `file.type`
 */
export async function kindOf(path: string, name: string, kind: UploadKind): Promise<Kind> {
  const extension = extensionOf(name);
  if (hasDangerousExtension(name)) throw new AppError('file.type');
  if (kind !== 'image' && texts.has(extension) && (await isText(path))) return plain;
  const found = await fileTypeFromFile(path);
  const isOneOf = (list: Readonly<Record<string, readonly string[]>>) =>
    list[found?.ext ?? '']?.includes(extension) ?? false;
  if (kind !== 'sheet' && isOneOf(pictures)) return { contentType: found?.mime ?? '', isPicture: true };
  if (kind === 'attachment' && isOneOf(documents)) return plain;
  if (kind === 'sheet' && isOneOf(sheets)) return plain;
  if (kind === 'attachment' && found?.ext === 'cfb' && (await isCompoundDocument(path, extension))) return plain;
  if (kind !== 'image' && found?.ext === 'zip' && (await isZippedDocument(path, extension))) return plain;
  throw new AppError('file.type');
}

async function isText(path: string): Promise<boolean> {
  const content = await readFile(path);
  const isLittleEndian = content[0] === 0xff && content[1] === 0xfe;
  const isBigEndian = content[0] === 0xfe && content[1] === 0xff;
  // Excel's "Unicode text"; otherwise the bytes are checked, whatever the encoding
  if (isBigEndian && content.length % 2 === 0) content.swap16();
  const text = content
    .toString(isLittleEndian || isBigEndian ? 'utf16le' : 'latin1')
    .replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, '');
  return !text.includes('\u0000') && !notText.test(text);
}

const limits = { pixels: 40_000_000, frames: 100, seconds: 60 };

// only the listed types of those the library can read: no SVG, no PDF, no HEIF (security U4)
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

interface Format {
  readonly name: string;
  readonly moves: boolean;
  /** Type and extension of the new picture. */
  readonly contentType: string;
  readonly extension?: string;
  readonly write: (picture: Sharp) => Sharp;
}

const png: Format = { name: 'png', moves: false, contentType: 'image/png', write: (picture) => picture.png() };
const formats: Readonly<Record<string, Format>> = {
  'image/jpeg': {
    name: 'jpeg',
    moves: false,
    contentType: 'image/jpeg',
    write: (picture) => picture.jpeg({ quality: 88 }),
  },
  'image/png': png,
  'image/apng': png,
  'image/gif': { name: 'gif', moves: true, contentType: 'image/gif', write: (picture) => picture.gif() },
  'image/webp': {
    name: 'webp',
    moves: true,
    contentType: 'image/webp',
    write: (picture) => picture.webp({ quality: 88 }),
  },
  'image/bmp': { ...png, name: 'raw', extension: 'png' },
};

/** What a re-encoded picture is; `extension` is set when it differs from the old one. */
export interface Redrawn {
  readonly contentType: string;
  readonly extension: string | undefined;
}

/**
 * Re-encodes a picture into `target`: no metadata, no hidden second format, rotation applied, limited pixels and frames
 * (security U4). `contentType` is what `kindOf` found.
 * @throws AppError `file.pixels`, `file.damaged`
 */
export async function redraw(path: string, target: string, contentType: string): Promise<Redrawn> {
  const format = formats[contentType];
  if (!format) throw new AppError('file.type');
  let drawn: Buffer;
  try {
    const picture = await openPicture(path, format);
    // frames are stacked vertically, so rotating would mix them; animations carry no orientation anyway
    const upright = format.moves ? picture : picture.autoOrient();
    drawn = await format.write(upright).timeout({ seconds: limits.seconds }).toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit|too large|timeout/i.test(String((error as Error).message))) throw new AppError('file.pixels');
    throw new AppError('file.damaged');
  }
  // outside the try: a full disk does not mean a damaged picture
  await writeFile(target, drawn, { mode: 0o600, flush: true });
  return { contentType: format.contentType, extension: format.extension };
}

async function openPicture(path: string, format: Format): Promise<Sharp> {
  if (format.name === 'raw') return openBitmap(await readFile(path));
  const picture = sharp(path, { limitInputPixels: limits.pixels, animated: format.moves, failOn: 'error' });
  const { format: found, width, height, pages } = await picture.metadata();
  if (found !== format.name) throw new AppError('file.type');
  requireSize(width, height);
  if ((pages ?? 1) > limits.frames) throw new AppError('file.pixels');
  return picture;
}

function openBitmap(file: Buffer): Sharp {
  const size = bitmapSize(file);
  if (size) requireSize(size.width, size.height);
  const pixels = readBitmap(file);
  if (!pixels) throw new AppError('file.damaged');
  return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } });
}

function requireSize(width: number, height: number): void {
  if (width * height > limits.pixels) throw new AppError('file.pixels');
}
