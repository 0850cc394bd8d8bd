/** Pixels of a picture, four bytes each: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

const headerBytes = 54;
const uncompressed = 0;
const masked = 3;

/** Width and height from a BMP header; null unless it is a common kind: 8, 24 or 32 bits, not compressed. */
export function bitmapSize(file: Buffer): { width: number; height: number } | null {
  if (file.length < headerBytes || file.toString('latin1', 0, 2) !== 'BM' || file.readUInt32LE(14) < 40) return null;
  const width = file.readInt32LE(18);
  const height = Math.abs(file.readInt32LE(22));
  const bits = file.readUInt16LE(28);
  const compression = file.readUInt32LE(30);
  const isCommon =
    [8, 24, 32].includes(bits) && (compression === uncompressed || (compression === masked && bits === 32));
  return isCommon && width > 0 && height > 0 ? { width, height } : null;
}

/** Reads a BMP, which the picture library does not support. Null when it is truncated or not a common kind. */
export function readBitmap(file: Buffer): Pixels | null {
  const size = bitmapSize(file);
  if (!size) return null;
  const { width, height } = size;
  const isTopDown = file.readInt32LE(22) < 0;
  const bytes = file.readUInt16LE(28) / 8;
  const start = file.readUInt32LE(10);
  const rowBytes = Math.ceil((width * bytes) / 4) * 4;
  if (start + rowBytes * height > file.length) return null;
  const palette = 14 + file.readUInt32LE(14);
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y += 1) {
    const row = start + rowBytes * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const pixel = row + x * bytes;
      const from = bytes === 1 ? palette + (file[pixel] ?? 0) * 4 : pixel;
      const to = (y * width + x) * 4;
      // stored blue first; the fourth byte is rarely opacity
      data[to] = file[from + 2] ?? 0;
      data[to + 1] = file[from + 1] ?? 0;
      data[to + 2] = file[from] ?? 0;
    }
  }
  return { width, height, data };
}
