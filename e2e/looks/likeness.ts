import sharp from 'sharp';

/** Of 255, per channel: a hairline and a skeleton differ from their ground by 15. */
const sameColour = 6;
/** Pixels that may differ: a caret, the rounding of a corner. */
const mostPixels = 40;

/** As it is kept: few colours, so that three hundred pictures are small. */
export const small = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

interface Comparison {
  readonly pixels: number;
  /** The kept picture in pale, with what differs in red; null when they are alike. */
  readonly difference: Buffer | null;
}

/** Compares two pictures pixel by pixel, both kept in few colours. */
export async function compare(kept: Buffer, actual: Buffer): Promise<Comparison> {
  const [before, after] = await Promise.all([raw(kept), raw(actual)]);
  const { width, height } = after.info;
  if (before.info.width !== width || before.info.height !== height)
    return { pixels: width * height, difference: actual };
  const shown = Buffer.alloc(width * height * 3);
  let pixels = 0;
  for (let at = 0; at < shown.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0)) > sameColour,
    );
    if (differs) pixels += 1;
    for (let channel = 0; channel < 3; channel += 1)
      shown[at + channel] = differs ? (channel === 0 ? 230 : 0) : 192 + (before.data[at + channel] ?? 0) / 4;
  }
  if (pixels <= mostPixels) return { pixels, difference: null };
  return {
    pixels,
    difference: await sharp(shown, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  };
}

const raw = (png: Buffer) => sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
