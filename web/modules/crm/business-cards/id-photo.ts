import { asJpeg } from '#web/lib/compress-image.ts';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';

/** Quality of a compressed photo. */
const quality = 0.8;
/** Bytes up to which a png is sent as it is: the server draws it anew, by which it may grow. */
const smallEnough = cardPhoto.maxBytes / 2;

/**
 * What is sent of a photo that has been cropped: itself where it is small, where compressing fails, and where the compressed
 * one is larger. Null where that is too large.
 */
export async function photoToSend(
  cropped: Blob,
  compress: (picture: Blob, share: number) => Promise<Blob | null> = asJpeg,
): Promise<Blob | null> {
  if (cropped.size <= smallEnough) return cropped;
  const compressed = await compress(cropped, quality).catch(() => null);
  const sent = compressed && compressed.size < cropped.size ? compressed : cropped;
  return sent.size <= cardPhoto.maxBytes ? sent : null;
}
