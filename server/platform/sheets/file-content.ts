import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { SheetError } from './sheet-error.ts';

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Whether the content is a zip (perhaps .xlsx) or text (perhaps .csv). Throws 'sheet.empty' (0 bytes),
 * 'sheet.old_format' and 'sheet.encrypted'.
 */
export async function zipOrText(file: string): Promise<'zip' | 'text'> {
  const start = await firstBytes(file, 8);
  if (start.length === 0) throw new SheetError('sheet.empty');
  if (start.subarray(0, 4).equals(zipStart)) return 'zip';
  if (!start.equals(compoundStart)) return 'text';
  // Both .xls and an .xlsx with a password are compound files; their streams distinguish them.
  if (await contains(file, Buffer.from('EncryptedPackage', 'utf16le'))) throw new SheetError('sheet.encrypted');
  throw new SheetError('sheet.old_format', { found: 'xls' });
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function contains(file: string, wanted: Buffer): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const piece = Buffer.concat([tail, chunk]);
    if (piece.includes(wanted)) return true;
    tail = piece.subarray(-wanted.length);
  }
  return false;
}
