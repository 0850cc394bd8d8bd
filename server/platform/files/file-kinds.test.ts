import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { kindOf, redraw } from '#server/platform/files/file-kinds.ts';
import type { UploadKind } from '#shared/wire/endpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'jianye-kinds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const written = (content: Buffer | string): string => {
  const path = join(folder, String((count += 1)));
  writeFileSync(path, content);
  return path;
};
const kind = (name: string, content: Buffer | string, upload: UploadKind = 'attachment') =>
  kindOf(written(content), name, upload);

async function zipped(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const compound = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016), Buffer.from(stream, 'utf16le')]);
const dot = (width = 8, height = 8) => sharp({ create: { width, height, channels: 3, background: '#3e84e9' } });

const types = (main: string) =>
  `<Types><Override PartName="/${main}" ContentType="application/vnd.x.main+xml"/></Types>`;

describe('what attachments may be (security U1)', () => {
  it.each([
    ['a.txt', '普通文字'],
    ['a.csv', '姓名,电话\n<script>alert(1)</script>,1'],
    ['a.pdf', '%PDF-1.7\n'],
    ['a.rtf', '{\\rtf1 }'],
    ['a.doc', compound('WordDocument')],
    ['a.xls', compound('Workbook')],
    ['锁.docx', compound('EncryptedPackage')],
    ['a.7z', Buffer.from('377abcaf271c0004', 'hex')],
    ['excel.txt', Buffer.from('\uFEFF姓名\t电话', 'utf16le')],
  ])('%s is taken as it is', async (name, content) => {
    expect(await kind(name, content)).toEqual({ contentType: 'application/octet-stream', isPicture: false });
  });

  it('accepts Office documents whatever the order of their parts', async () => {
    const document = { 'word/document.xml': '<w/>', '[Content_Types].xml': types('word/document.xml') };
    expect((await kind('a.docx', await zipped(document))).isPicture).toBe(false);
    const sheet = { 'xl/workbook.xml': '<x/>', '[Content_Types].xml': types('xl/workbook.xml') };
    expect((await kind('a.xlsx', await zipped(sheet))).isPicture).toBe(false);
    await expect(kind('a.xlsx', await zipped(document))).rejects.toThrow('file.type');
    await expect(kind('a.docx', await zipped({ 'evil.js': 'x' }))).rejects.toThrow('file.type');
    await expect(kind('a.docx', await zipped({ ...document, 'word/vbaProject.bin': 'x' }))).rejects.toThrow(
      'file.type',
    );
    expect((await kind('a.zip', await zipped({ 'evil.js': 'x' }))).isPicture).toBe(false);
  });

  it.each([
    ['a.html', '<html></html>'],
    ['a.txt', ' \n<!DOCTYPE html><script>alert(1)</script>'],
    ['a.txt', '\uFEFF<svg onload=alert(1)>'],
    ['a.txt', '<?php system($_GET[0]);'],
    ['a.csv', 'a\u0000b'],
    ['a.txt', '%PDF-1.7'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a.php', '<?php'],
    ['a.js', 'alert(1)'],
    ['a.exe', Buffer.from('4d5a9000', 'hex')],
    ['a.pdf', Buffer.from('4d5a9000', 'hex')],
    ['a.doc', compound('Workbook')],
    ['a.doc', '<html></html>'],
    ['a', 'text'],
    ['a.unknown', 'text'],
  ])('%s with %j is refused', async (name, content) => {
    await expect(kind(name, content)).rejects.toThrow('file.type');
  });

  it('takes pictures only under their own name', async () => {
    const png = await dot().png().toBuffer();
    for (const upload of ['image', 'attachment'] as const) {
      expect(await kind('a.PNG', png, upload)).toEqual({ contentType: 'image/png', isPicture: true });
      for (const name of ['a.jpg', 'a.txt', 'a.pdf', 'a', 'a.php.png', 'a.png.exe', 'a.svg']) {
        await expect(kind(name, png, upload)).rejects.toThrow('file.type');
      }
    }
    await expect(kind('a.png', png, 'sheet')).rejects.toThrow('file.type');
    await expect(kind('a.txt', 'text', 'image')).rejects.toThrow('file.type');
    await expect(kind('a.pdf', '%PDF-1.7', 'image')).rejects.toThrow('file.type');
  });
});

async function redrawn(content: Buffer, contentType: string) {
  const target = join(folder, `drawn ${String((count += 1))}`);
  const answer = await redraw(written(content), target, contentType);
  return { ...answer, content: await readFile(target) };
}

/** A PNG that states a size but contains almost no data. */
function statedSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

/** Frames of 2 by 2 pixels, each of another colour. */
const moving = (frames: number) =>
  sharp(Buffer.from(Array.from({ length: frames * 12 }, (_, at) => (at * 7) % 256)), {
    raw: { width: 2, height: frames * 2, channels: 3, pageHeight: 2 },
  })
    .gif({ delay: 100 })
    .toBuffer();

function bitmap(width: number, height: number, bits: 24 | 32): Buffer {
  const row = Math.ceil((width * bits) / 32) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  // the upper left pixel is red; rows are stored from the bottom
  file.set([0, 0, 255], 54 + row * (height - 1));
  return file;
}

describe('pictures are re-encoded (security U4)', () => {
  it('removes the place where a photo was taken and applies its rotation', async () => {
    const photo = await dot(40, 20)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { content, contentType } = await redrawn(photo, 'image/jpeg');
    expect(contentType).toBe('image/jpeg');
    const { exif, orientation, width, height } = await sharp(content).metadata();
    expect({ exif, orientation, width, height }).toEqual({
      exif: undefined,
      orientation: undefined,
      width: 20,
      height: 40,
    });
  });

  it('removes data appended to a picture', async () => {
    const script = '/*--><script>alert(1)</script><?php system(1); ?>*/';
    for (const [type, picture] of [
      ['image/gif', await dot().gif().toBuffer()],
      ['image/png', await dot().png().toBuffer()],
      ['image/jpeg', await dot().jpeg().toBuffer()],
      ['image/webp', await dot().webp().toBuffer()],
    ] as const) {
      const { content } = await redrawn(Buffer.concat([picture, Buffer.from(script)]), type);
      expect(content.toString('latin1')).not.toContain('alert');
      expect((await sharp(content).metadata()).width).toBe(8);
    }
  });

  it('refuses a script that starts like a GIF', async () => {
    await expect(redrawn(Buffer.from('GIF89a/*\u0000\u0000*/=1;alert(1)//'), 'image/gif')).rejects.toThrow(
      'file.damaged',
    );
  });

  it('refuses huge pixel and frame counts before decoding', async () => {
    await expect(redrawn(statedSize(60_000, 60_000), 'image/png')).rejects.toThrow('file.pixels');
    await expect(redrawn(statedSize(8000, 5001), 'image/png')).rejects.toThrow('file.pixels');
    await expect(redrawn(await moving(101), 'image/gif')).rejects.toThrow('file.pixels');
    const flood = bitmap(4, 4, 24);
    flood.writeInt32LE(60_000, 18);
    flood.writeInt32LE(60_000, 22);
    await expect(redrawn(flood, 'image/bmp')).rejects.toThrow('file.pixels');
  });

  it('keeps animations', async () => {
    const { content } = await redrawn(await moving(100), 'image/gif');
    expect((await sharp(content, { animated: true }).metadata()).pages).toBe(100);
  });

  it('refuses a truncated picture, and one of another type than declared', async () => {
    const png = await dot(200, 200).png().toBuffer();
    await expect(redrawn(png.subarray(0, 100), 'image/png')).rejects.toThrow('file.damaged');
    await expect(redrawn(png, 'image/gif')).rejects.toThrow('file.type');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await expect(redrawn(Buffer.from(svg), 'image/png')).rejects.toThrow('file.damaged');
    await expect(redrawn(Buffer.from(svg), 'image/svg+xml')).rejects.toThrow('file.type');
  });

  it.each([24, 32] as const)('turns a BMP of %d bits into a PNG', async (bits) => {
    const { content, contentType, extension } = await redrawn(bitmap(3, 2, bits), 'image/bmp');
    expect({ contentType, extension }).toEqual({ contentType: 'image/png', extension: 'png' });
    const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, ...data.subarray(0, 6)]).toEqual([3, 2, 255, 0, 0, 0, 0, 0]);
    await expect(redrawn(bitmap(3, 2, bits).subarray(0, 60), 'image/bmp')).rejects.toThrow('file.damaged');
  });
});
