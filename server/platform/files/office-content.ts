import { createReadStream } from 'node:fs';
import { openPromise } from 'yauzl';

/** Streams that identify the content of a compound file (Office 97, and newer documents with a password). */
const streams: Readonly<Record<string, readonly string[]>> = {
  doc: ['WordDocument'],
  wps: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  et: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
  dps: ['PowerPoint Document'],
  docx: ['EncryptedPackage'],
  xlsx: ['EncryptedPackage'],
  pptx: ['EncryptedPackage'],
  vsd: ['VisioDocument'],
  msg: ['__substg1.0_'],
};

/** Whether a compound file matches its extension. */
export async function isCompoundDocument(path: string, extension: string): Promise<boolean> {
  const wanted = (streams[extension] ?? []).map((name) => Buffer.from(name, 'utf16le'));
  if (wanted.length === 0) return false;
  const overlap = Math.max(...wanted.map((name) => name.length));
  let tail = Buffer.alloc(0);
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    const piece = Buffer.concat([tail, block]);
    if (wanted.some((name) => piece.includes(name))) return true;
    tail = piece.subarray(-overlap);
  }
  return false;
}

const parts: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };
const maxEntries = 5000;

/** Whether a zip is an Office document whose first part does not show it. */
export async function isZippedDocument(path: string, extension: string): Promise<boolean> {
  const part = parts[extension];
  if (part === undefined) return false;
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    let hasTypes = false;
    let hasPart = false;
    let count = 0;
    for await (const { fileName } of zip.eachEntry()) {
      if (++count > maxEntries || /vbaProject\.bin$/i.test(fileName)) return false;
      hasTypes ||= fileName === '[Content_Types].xml';
      hasPart ||= fileName.startsWith(part);
    }
    return hasTypes && hasPart;
  } catch {
    return false;
  } finally {
    zip.close();
  }
}
