import type { PrintedRecord } from '#server/record/printing/printed-value.ts';

const prefix = 'data:image/png;base64,';

/** The logo of the company with its size in pixels, which a PNG says in its first bytes. */
export function logoOf(address: string): PrintedRecord['logo'] {
  if (!address.startsWith(prefix)) return null;
  const data = address.slice(prefix.length);
  const head = Buffer.from(data.slice(0, 64), 'base64');
  if (head.length < 24) return null;
  return { data, width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}
