import { AppError } from '#shared/wire/error-codes.ts';
import { withoutEnds } from '#shared/text/ends.ts';

const maxBytes = 255;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)\s*(?:\.|$)/i;

/**
 * A user's file name as data: NFC, no control or bidi characters, no separators, at most 255 bytes (security U2).
 * @throws AppError `file.name` when nothing is left
 */
export function cleanFileName(raw: string): string {
  const safe = raw
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_');
  const name = withoutEnds(safe, (sign) => sign === '.' || sign.trim() === '');
  if (/^_*$/.test(name)) throw new AppError('file.name');
  return shortened(device.test(name) ? `_${name}` : name);
}

/** The last extension, lower case, without its dot; empty without one. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Types that servers or desktops execute. Checked as inner extensions too, since some web servers look at all of them
 * (security U1). `com` is left out on purpose: names contain web addresses, and as a last extension no list allows it.
 */
const dangerous = new Set(
  [
    'htm html shtm shtml xhtm xhtml mhtm mhtml mht hta htaccess svg svgz xml xsl xslt swf',
    'php php0 php1 php2 php3 php4 php5 php6 php7 php8 php9 phps phtml phar',
    'jsp jspx asp aspx ashx asmx cer cgi pl py rb',
    'exe dll scr msi msp pif cpl bat cmd ps1 psm1 sh vb vbs vbe js jse mjs cjs wsf wsh jar apk lnk url scf reg inf chm iso dmg',
  ].flatMap((line) => line.split(' ')),
);
export const hasDangerousExtension = (name: string): boolean =>
  name
    .split('.')
    .slice(1)
    .some((part) => dangerous.has(part.trimEnd().toLowerCase()));

/** Shortens a name that is too long but keeps its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const room = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let used = 0;
  for (const sign of name.slice(0, name.length - extension.length)) {
    used += Buffer.byteLength(sign);
    if (used > room) break;
    stem += sign;
  }
  return stem.trimEnd() + extension;
}

/** Content-Disposition of a download, RFC 6266. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
