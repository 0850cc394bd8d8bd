import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** What a Windows program begins with. */
export const exe = Buffer.from('4d5a90000300000004000000ffff0000b800000000000000', 'hex');

/** A picture of one dot. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const html = '<html><script>alert(1)</script></html>';

/** A PNG whose image is fine and whose text chunk is a page. */
export async function polyglot(): Promise<Buffer> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const data = Buffer.from(`tEXtComment\0${html}`);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
