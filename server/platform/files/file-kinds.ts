import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { UploadKind } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Extensions by what the content turns out to be; content and extension must agree (security U1). */
const contents: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  pdf: ['pdf'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  cfb: ['doc', 'xls', 'ppt', 'wps', 'et', 'dps'],
  rtf: ['rtf'],
  odt: ['odt'],
  ods: ['ods'],
  odp: ['odp'],
  zip: ['zip', 'docx', 'xlsx', 'pptx'],
  rar: ['rar'],
  '7z': ['7z'],
  mp3: ['mp3'],
  mp4: ['mp4'],
  m4a: ['m4a'],
  wav: ['wav'],
};
const images = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);
const texts = new Set(['txt', 'csv']);
/** Never an inner extension either: some web servers look at every one of them. */
const dangerous = /\.(?:html?|xhtml|svg|xml|php\d?|phtml|jsp|aspx?|exe|dll|bat|cmd|com|msi|scr|ps1|sh|js|mjs|vbs|jar|hta|lnk)(?=\.|$)/i;

const limits = { pixels: 40_000_000, frames: 100 };

export interface Kind {
  readonly contentType: string;
  readonly fileType: 'img' | 'file';
}

const refuse = (): never => {
  throw new AppError('file.type');
};

/** Tells what a file is by its content; refuses what the kind of upload does not take. */
export async function kindOf(path: string, name: string, kind: UploadKind): Promise<Kind> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (dangerous.test(name)) refuse();
  if (texts.has(extension) && kind === 'attachment') {
    await requireText(path);
    return { contentType: 'text/plain; charset=utf-8', fileType: 'file' };
  }
  const found = await fileTypeFromFile(path);
  if (!found || !(contents[found.ext] ?? []).includes(extension)) return refuse();
  if (images.has(extension)) return { contentType: found.mime, fileType: 'img' };
  if (kind === 'image') refuse();
  return { contentType: 'application/octet-stream', fileType: 'file' };
}

async function requireText(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.includes(0) || /<(?:!doctype|html|script|svg|\?php)/i.test(head.toString('latin1'))) refuse();
  } finally {
    await handle.close();
  }
}

/** Draws the picture anew: no metadata, no second meaning, bounded pixels and frames (security U4). */
export async function redraw(path: string, target: string, contentType: string): Promise<void> {
  try {
    const picture = sharp(path, { limitInputPixels: limits.pixels, animated: contentType === 'image/gif' || contentType === 'image/webp', failOn: 'error' });
    const { pages, width, height } = await picture.metadata();
    if ((pages ?? 1) > limits.frames || width * height > limits.pixels) throw new AppError('file.pixels');
    const drawn = picture.rotate();
    if (contentType === 'image/jpeg') await drawn.jpeg({ quality: 88 }).toFile(target);
    else if (contentType === 'image/png') await drawn.png().toFile(target);
    else if (contentType === 'image/gif') await drawn.gif().toFile(target);
    else await drawn.webp().toFile(target);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit/i.test(String((error as Error).message))) throw new AppError('file.pixels');
    throw new AppError('file.damaged');
  }
}
