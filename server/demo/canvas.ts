import sharp from 'sharp';

/** Plain shapes on pixels. Reading drawings such as SVG is switched off in this process, on purpose (security U4). */
export function openCanvas(width: number, height: number, ground: string) {
  const pixels = Buffer.alloc(width * height * 3);
  const fill = (
    colour: string,
    [left, top, right, bottom]: readonly [number, number, number, number],
    isInside: (x: number, y: number) => boolean = () => true,
  ) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (let y = Math.max(0, Math.round(top)); y < Math.min(height, Math.round(bottom)); y += 1) {
      for (let x = Math.max(0, Math.round(left)); x < Math.min(width, Math.round(right)); x += 1) {
        if (isInside(x + 0.5, y + 0.5)) pixels.set(parts, (y * width + x) * 3);
      }
    }
  };
  fill(ground, [0, 0, width, height]);
  return {
    box: (x: number, y: number, wide: number, tall: number, colour: string) => fill(colour, [x, y, x + wide, y + tall]),
    /** Around (x, y). */
    oval: (x: number, y: number, wide: number, tall: number, colour: string) =>
      fill(
        colour,
        [x - wide, y - tall, x + wide, y + tall],
        (px, py) => ((px - x) / wide) ** 2 + ((py - y) / tall) ** 2 <= 1,
      ),
    toJpeg: (): Promise<Buffer> =>
      sharp(pixels, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 82 })
        .toBuffer(),
  };
}
