import { AppError } from '#shared/wire/error-codes.ts';

const maxBytes = 255;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A user's file name as data: NFC, no control or bidi characters, no separators, at most 255 bytes (security U2). */
export function cleanFileName(raw: string): string {
  const name = raw
    .slice(0, 2000)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '' || name === '_') throw new AppError('file.name');
  const safe = device.test(name) ? `_${name}` : name;
  return shortened(safe);
}

/** Cuts the middle out of a name that is too long; its extension stays. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + extension) > maxBytes) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}

/** Content-Disposition of a download, RFC 6266. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
