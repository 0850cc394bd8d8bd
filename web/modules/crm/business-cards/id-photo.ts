import { asJpeg } from '#web/lib/compress-image.ts';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';

/** Quality of a compressed photo. */
const quality = 0.8;

/**
 * What is sent of a photo that has been cropped: the compressed one, or itself where that is smaller or compressing fails.
 * Null where that is too large.
 */
export async function photoToSend(
  cropped: Blob,
  compress: (picture: Blob, share: number) => Promise<Blob | null> = asJpeg,
): Promise<Blob | null> {
  const compressed = await compress(cropped, quality).catch(() => null);
  const sent = compressed && compressed.size < cropped.size ? compressed : cropped;
  return sent.size <= cardPhoto.maxBytes ? sent : null;
}
