import type { Language } from '#shared/i18n/language.ts';
import { compared, inPowers } from '#shared/record/money/exact-decimal.ts';

/** A decimal for display, with the decimals it has: `1,234,567.80`. */
export function withSeparators(decimal: string): string {
  const [signed = '', fraction] = decimal.split('.');
  const sign = signed.startsWith('-') ? '-' : '';
  const digits = signed.slice(sign.length);
  const first = digits.length % 3;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return sign + groups.join(',') + (fraction === undefined ? '' : `.${fraction}`);
}

/** Units of abbreviated figures with their power of ten, largest first. */
const units: Readonly<Record<Language, readonly (readonly [power: number, unit: string])[]>> = {
  cn: [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
  en: [
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ],
};
const significantDigits = 3;

/** An amount for narrow places, with three significant digits: `12.3万`, `1.25亿`, `1,235万`. */
export function figureText(amount: string, language: Language): string {
  const sign = amount.startsWith('-') ? '-' : '';
  const size = amount.slice(sign.length);
  const unitsHere = units[language];
  for (const [at, [power, unit]] of unitsHere.entries()) {
    const [below = 0] = unitsHere[at + 1] ?? [];
    // 99,999,500 rounds to 10,000万, which is 1亿
    const isEnough = compared(inPowers(size, below, below === 0 ? 2 : 0), `1e${power - below}`) >= 0;
    if (isEnough) return sign + withSeparators(short(size, power)) + unit;
  }
  return sign + withSeparators(inPowers(size, 0, 2).replace('.00', ''));
}

function short(size: string, power: number): string {
  const [whole = ''] = inPowers(size, power, significantDigits * 2).split('.');
  const decimals = Math.max(0, significantDigits - whole.length);
  return inPowers(size, power, decimals)
    .replace(/\.0+$/, '')
    .replace(/(\.[1-9])0$/, '$1');
}
