import sharp from 'sharp';

/** Of 255, per channel: a hairline and a skeleton differ from their ground by 15. */
const sameColour = 10;
/** As far as this, no colour of a kept picture stands for another. */
const farColour = 64;
/** Pixels that may differ: a caret, the rounding of a corner. */
const mostPixels = 40;

/** As it is kept: few colours, so that three hundred pictures are small. */
export const small = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: 64, dither: 0, effort: 7, compressionLevel: 9 }).toBuffer();

interface Comparison {
  readonly pixels: number;
  /** The kept picture in pale, with what differs in red; null when they are alike. */
  readonly difference: Buffer | null;
}

/**
 * Compares a kept picture with what is seen, pixel by pixel. The few colours of the kept one stand for those near to them, and
 * one more colour elsewhere on the screen would change all of them: so a pixel differs when another of these colours were nearer.
 */
export async function compare(kept: Buffer, actual: Buffer): Promise<Comparison> {
  const [before, after] = await Promise.all([raw(kept), raw(actual)]);
  const { width, height } = after.info;
  if (before.info.width !== width || before.info.height !== height)
    return { pixels: width * height, difference: actual };
  const isNearer = nearerThan(before.data);
  const shown = Buffer.alloc(width * height * 3);
  let pixels = 0;
  for (let at = 0; at < shown.length; at += 3) {
    const [old, now] = [colourAt(before.data, at), colourAt(after.data, at)];
    const distance = distanceOf(old, now);
    const differs = distance > farColour || (distance > sameColour && isNearer(now, distance - sameColour));
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

/** Red, green and blue in one number. */
const colourAt = (data: Buffer, at: number): number => data.readUIntBE(at, 3);

const distanceOf = (one: number, other: number): number =>
  Math.max(
    Math.abs((one >> 16) - (other >> 16)),
    Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)),
    Math.abs((one & 255) - (other & 255)),
  );

/** Whether a colour of this picture is nearer than so far to the given one. */
function nearerThan(data: Buffer): (colour: number, distance: number) => boolean {
  const palette = new Set<number>();
  for (let at = 0; at < data.length; at += 3) palette.add(colourAt(data, at));
  const nearest = new Map<number, number>();
  return (colour, distance) => {
    const known = nearest.get(colour) ?? Math.min(...[...palette].map((one) => distanceOf(one, colour)));
    nearest.set(colour, known);
    return known < distance;
  };
}

const raw = (png: Buffer) => sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
