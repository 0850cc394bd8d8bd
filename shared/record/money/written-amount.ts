import { plainProduct } from '#shared/record/money/exact-decimal.ts';

/** Longer texts are not amounts. */
const most = 40;
/** Currency signs before the figure; a sign or a bracket may precede them. */
const currency = /^([(+-]?)\s*(?:¥|RMB|CNY|人民币)\s*/i;
const scales = [
  ['万亿', '1e12'],
  ['亿', '1e8'],
  ['万', '1e4'],
] as const;

/**
 * Reads an amount as written by people and shown in sheets: `￥1,234.50`, `(1,234.50)` and `1,234.50-` below zero,
 * `1.2万`, `300 元`, also in full-width signs. Gives plain decimal text with the decimals as written, null for anything
 * else.
 */
export function readAmount(written: string): string | null {
  const text = plainSigns(written).replace(currency, '$1');
  const isBracketed = text.startsWith('(') && text.endsWith(')');
  const before = signBefore(isBracketed ? text.slice(1, -1).trim() : text);
  const after = signAfter(before.rest);
  const signs = [isBracketed ? '-' : '', before.sign, after.sign].filter((sign) => sign !== '');
  if (signs.length > 1) return null;
  const { figure, scale } = scaled(withoutUnit(after.rest, '元'));
  const plain = plainFigure(figure);
  return plain === null ? null : plainProduct(signs[0] === '-' ? `-${plain}` : plain, scale);
}

/** Reads a percentage with or without its sign. */
export function readPercentage(written: string): string | null {
  const { sign, rest } = signBefore(withoutUnit(plainSigns(written), '%'));
  const plain = plainFigure(rest);
  return plain === null ? null : plainProduct(sign === '-' ? `-${plain}` : plain, '1');
}

/** Converts full-width characters, and dashes used as a minus, to keyboard characters. */
const plainSigns = (written: string): string =>
  written.length > most
    ? ''
    : written
        .normalize('NFKC')
        .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
        .trim();

interface Signed {
  readonly sign: string;
  readonly rest: string;
}
const signBefore = (text: string): Signed =>
  /^[+-]/.test(text) ? { sign: text.slice(0, 1), rest: text.slice(1).trim() } : { sign: '', rest: text };
const signAfter = (text: string): Signed =>
  text.endsWith('-') ? { sign: '-', rest: text.slice(0, -1).trim() } : { sign: '', rest: text };

const withoutUnit = (text: string, unit: string): string =>
  text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;

function scaled(text: string): { readonly figure: string; readonly scale: string } {
  const found = scales.find(([unit]) => text.endsWith(unit));
  return found ? { figure: withoutUnit(text, found[0]), scale: found[1] } : { figure: text, scale: '1' };
}

/** Digits without separators, which are allowed between thousands only: 12,34 is refused. */
function plainFigure(text: string): string | null {
  const [whole = '', fraction = '', ...more] = text.split('.');
  const [first = '', ...groups] = whole.split(whole.includes(',') ? ',' : ' ');
  const isGrouped = groups.length === 0 || (/^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group)));
  const digits = first + groups.join('');
  if (more.length > 0 || !isGrouped || !/^\d*$/.test(digits + fraction) || digits + fraction === '') return null;
  return `${digits || '0'}.${fraction || '0'}`;
}
