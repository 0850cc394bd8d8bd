import { pinyin } from 'pinyin-pro';
import { passwordLength } from '#shared/auth/password-length.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { PasswordRule } from './password-length.ts';
import { commonBases, commonPasswords } from './common-passwords.ts';

/** Keyboard walks: rows, columns and zigzags, the alphabet, digits. */
const walks = [
  '01234567890',
  '1234567890-=',
  '!@#$%^&*()_+',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '!qaz@wsx#edc$rfv',
  'zaq1xsw2cde3vfr4bgt5',
  'qweasdzxc',
  '1qazxsw23edcvfr4',
  'abcdefghijklmnopqrstuvwxyz',
  '147258369',
  '741852963',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

/**
 * Refuses passwords that are too short for the company, too long, common, or based on `context`: login name, real name, company and
 * system name.
 * @throws AppError `password.length` or `password.common`
 */
export function requireGoodPassword(password: string, context: readonly string[], { min }: PasswordRule): void {
  const length = password.length > passwordLength.max * 2 ? Infinity : [...password].length;
  if (length < min || length > passwordLength.max) throw new AppError('password.length', { min });
  const form = password.normalize('NFKC').toLowerCase();
  if (isCommon(form) || isBuiltOn(form, context.flatMap(variants))) throw new AppError('password.common');
}

/** A password that a list or a simple rule guesses early. */
function isCommon(form: string): boolean {
  if (commonPasswords.has(form) || new Set(form).size <= 2 || isRepeat(form) || isWalk(form) || isDate(form))
    return true;
  // `Password2026!`, `520woaini1314`: signs and digits around one known word
  const core = form.replace(/^[^a-z]{0,20}/, '').replace(/[^a-z]{0,20}$/, '');
  const rest = form.length - core.length;
  return commonBases.has(form) || (core !== '' && commonBases.has(core) && rest <= 10);
}

/** `abcabcab`: one short piece again and again. */
function isRepeat(form: string): boolean {
  return [1, 2, 3, 4].some(
    (size) => form.length >= size * 2 && [...form].every((_, at) => form[at] === form[at % size]),
  );
}

/** Three steps or more along a walk, then perhaps along another: `1qaz2wsx`, `qwer1234`, `asdfzxcv`. */
function isWalk(form: string): boolean {
  const reached = new Set([0]);
  for (let start = 0; start < form.length; start += 1) {
    if (!reached.has(start)) continue;
    for (let end = start + 3; end <= form.length; end += 1) {
      if (!walks.some((walk) => walk.includes(form.slice(start, end)))) break;
      reached.add(end);
    }
  }
  return reached.has(form.length);
}

/** A birthday in digits, with up to two letters beside it: `19900101`, `zw19900101`. */
const isDate = (form: string): boolean =>
  /^[a-z]{0,2}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[a-z]{0,2}$/.test(form);

/** Little is left, or only something common, after removing a word of the person or the company. */
function isBuiltOn(form: string, words: readonly string[]): boolean {
  return words.some((word) => {
    // initials count at the ends only: in the middle they are chance
    const places =
      word.length < 4 && /^[ -~]+$/.test(word) ? [form.startsWith(word), form.endsWith(word)] : [form.includes(word)];
    if (!places.includes(true)) return false;
    const rest = form.startsWith(word) || places.length === 1 ? form.replace(word, '') : form.slice(0, -word.length);
    return rest.length < 6 || isCommon(rest) || /^\d{6,8}$/.test(rest);
  });
}

/** Ways of typing a name: `张伟` gives 张伟, zhangwei, weizhang, zhang, wei joined orders and the initials zw. */
function variants(name: string): string[] {
  const text = name.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  if (!/\p{Script=Han}/u.test(text)) return text.length >= 3 ? [text] : [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true }).filter((part) => part !== '');
  const [first = '', ...others] = syllables;
  const initials = syllables.map((part) => part[0] ?? '').join('');
  const joined = [syllables.join(''), others.join('') + first].filter((word) => word.length >= 4);
  return [...(text.length >= 2 ? [text] : []), ...joined, ...(initials.length >= 2 ? [initials] : [])];
}
