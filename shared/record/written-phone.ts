import { uniqueKey } from '#shared/text/invisible.ts';
import { areaCodes, defaultAreaCode, isPhoneOf } from '#shared/record/phone.ts';

/** A parsed number with its area code, or null if none was written. */
export interface WrittenPhone {
  readonly areaCode: string | null;
  readonly digits: string;
}

const separators = /[\s().\-\u2010-\u2015\u30fb]/g;

/**
 * Parses a number in people's notations: `+60 12-345 6789`, `0060123456789`, `886-912345678`, `138 1234 5678`. Null for
 * anything else. Digits after `+` or `00` of an unsupported area are kept together with their prefix.
 */
export function readPhone(written: string): WrittenPhone | null {
  const text = uniqueKey(written).trim();
  const plain = text.replace(separators, '');
  if (!/^\+?\d+$/.test(plain)) return null;
  const abroad = /^(?:\+|00)(\d+)$/.exec(plain)?.[1];
  if (abroad !== undefined) {
    const areaCode = areaCodes.find((code) => abroad.startsWith(code));
    return areaCode === undefined
      ? { areaCode: null, digits: `+${abroad}` }
      : { areaCode, digits: abroad.slice(areaCode.length) };
  }
  // a code in brackets counts if the rest is a number of that area, one before a gap if the whole is not a local number
  const [, bracketed, apart, rest] = /^(?:\((\d{1,3})\)|(\d{1,3})[\s-])(.+)$/.exec(text) ?? [];
  const digits = rest?.replace(separators, '') ?? '';
  const code = bracketed ?? (isPhoneOf(defaultAreaCode, plain) ? undefined : apart);
  if (code !== undefined && isPhoneOf(code, digits)) return { areaCode: code, digits };
  return { areaCode: null, digits: plain };
}

/** The single stored form of a number: without a repeated code and without the domestic leading 0. */
export function nationalNumber(areaCode: string, digits: string): string {
  const own = digits.startsWith(areaCode) ? digits.slice(areaCode.length) : '';
  const number = !isPhoneOf(areaCode, digits) && isPhoneOf(areaCode, own) ? own : digits;
  const bare = number.replace(/^0/, '');
  return isPhoneOf(areaCode, number) && isPhoneOf(areaCode, bare) ? bare : number;
}

/** The area code from `+60`, `0060` or `(60)`; unsupported text is returned unchanged. */
export function readAreaCode(written: string): string {
  const code = /^\(?(?:\+|00)?(\d{1,6})\)?(?:\s\D*)?$/.exec(uniqueKey(written).trim())?.[1];
  return code !== undefined && areaCodes.includes(code) ? code : written;
}

/** A mobile as it is stored: the number without its area code and without the 0 of its country. */
export interface StoredMobile {
  readonly areaCode: string;
  readonly phone: string;
}

/**
 * The stored form of a mobile in any notation; `areaCode` is what was chosen beside it. Null for what is no mobile of its
 * area, and where a code before the number contradicts the chosen one.
 */
export function storedMobile(written: string, areaCode = ''): StoredMobile | null {
  const read = readPhone(written);
  if (read === null) return null;
  const chosen = areaCode === '' ? defaultAreaCode : readAreaCode(areaCode);
  const code = read.areaCode ?? chosen;
  if (chosen !== defaultAreaCode && chosen !== code) return null;
  const phone = nationalNumber(code, read.digits);
  return isPhoneOf(code, phone) ? { areaCode: code, phone } : null;
}

/** The stored forms of one number. */
export interface PhoneForms {
  /** As a mobile. */
  readonly mobiles: readonly string[];
  /** The area code it was written with; null for none. */
  readonly areaCode: string | null;
  /** The digits of a telephone without leading zeros. */
  readonly telephones: readonly string[];
}

/** All stored forms of a number written in one of them; null for anything else. */
export function phoneForms(written: string): PhoneForms | null {
  const phone = readPhone(written);
  if (phone === null) return null;
  const { areaCode, digits } = phone;
  const codes = areaCode === null ? areaCodes : [areaCode];
  const bare = digits.replace(/^[+0]+/, '');
  const china = bare.startsWith(defaultAreaCode) && bare.length > 10 ? bare.slice(2).replace(/^0+/, '') : bare;
  const telephones =
    areaCode === null || areaCode === defaultAreaCode ? [china, `86${china}`] : [bare, areaCode + bare];
  return {
    mobiles: [...new Set([digits, ...codes.map((code) => nationalNumber(code, digits))])],
    areaCode,
    telephones: [...new Set([bare, ...telephones])],
  };
}

/** A number that starts with its code, for sheets, which treat a plus as a formula; imports read it too. */
export const numberInSheet = (shown: string): string => shown.replace(/^\+(\d+) /, '($1) ');
