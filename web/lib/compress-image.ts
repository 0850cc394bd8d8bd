/** Bytes up to which a picture is sent unchanged (R23.4). */
const smallEnough = 204_800;
const quality = 0.3;
const maxPixels = 4_000_000;

/** Types that the browser can read and the server accepts; a gif may be animated, so it is left unchanged. */
const compressible = /\.(?:jpe?g|png|webp)$/i;

/**
 * A smaller jpeg of a picture over 200 KB: at most about four million pixels, quality 0.3, ending in `.jpg`. Returns
 * the file itself when it is small enough, not a picture, a gif, unreadable, or would not become smaller.
 */
export async function compressImage(file: File): Promise<File> {
  if (file.size <= smallEnough || !compressible.test(file.name)) return file;
  const smaller = await asJpeg(file, quality).catch(() => null);
  if (!smaller || smaller.size >= file.size) return file;
  return new File([smaller], file.name.replace(compressible, '.jpg'), {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  });
}

/** Width and height with the same ratio and no more pixels than allowed; whole numbers, at least 1. */
export function sizeWithin(width: number, height: number, pixels = maxPixels): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/**
 * A picture as jpeg, of at most about four million pixels; `share` is its quality, 0 to 1. Null where it cannot be written.
 * Rejects where it cannot be read.
 */
export async function asJpeg(file: Blob, share: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, sizeWithin(picture.width, picture.height));
    const context = canvas.getContext('2d');
    if (!context) return null;
    // jpeg knows no transparency
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', share));
  } finally {
    picture.close();
  }
}
