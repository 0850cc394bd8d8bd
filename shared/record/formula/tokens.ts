import { formulaProblem, type FormulaProblem, type Span } from '#shared/record/formula/tree.ts';

/** `text` is the relevant part: the value of a text, the name of a field, a normalised operator or word. */
export interface Token extends Span {
  readonly kind: 'number' | 'text' | 'field' | 'word' | 'sign' | 'end';
  readonly text: string;
}

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly problem: FormulaProblem };

/** Characters of Chinese input methods and of mathematics that are read as operators. */
const sameAs: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '≤': '<=', '≥': '>=', '≠': '<>', '\u3000': ' ' };
/** Longest first. */
const signs = ['<>', '<=', '>=', '!=', '&&', '||', '<', '>', '=', '&', '+', '-', '*', '/', '(', ')', ','];
const meanings: Readonly<Record<string, string>> = { '!=': '<>', '&&': 'and', '||': 'or' };

const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9';
const isWordSign = (sign: string): boolean => /[\p{L}\p{N}_]/u.test(sign);
const isBlank = (sign: string): boolean => [' ', '\t', '\n', '\r', '\u00a0'].includes(sign);

/** Maps a full-width character to the usual one. */
function usual(sign: string): string {
  const code = sign.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : (sameAs[sign] ?? sign);
}

/** Splits a formula into tokens, the last of which is its end. */
export function tokensOf(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const step = readToken(text, at);
    if ('code' in step) return { ok: false, problem: step };
    if (step.kind !== 'end') tokens.push(step);
    at = step.to;
  }
  const end: Token = { kind: 'end', text: '', from: text.length, to: text.length };
  return { ok: true, tokens: [...tokens, end] };
}

/** The token that starts here; `end` for a blank. */
function readToken(text: string, from: number): Token | FormulaProblem {
  const raw = String.fromCodePoint(text.codePointAt(from) ?? 0);
  const sign = usual(raw);
  if (isBlank(sign)) return { kind: 'end', text: '', from, to: from + 1 };
  if (sign === '{') return readField(text, from);
  if (sign === '"' || sign === '“' || sign === '”') return readText(text, from);
  if (isDigit(sign) || (sign === '.' && isDigit(usual(text[from + 1] ?? '')))) return readNumber(text, from);
  if (isWordSign(sign)) return readWord(text, from);
  const next = usual(text[from + raw.length] ?? '');
  const found = signs.find((one) => sign + next === one) ?? signs.find((one) => sign === one);
  if (found === undefined) return formulaProblem('formula.character', { from, to: from + raw.length }, { text: raw });
  const length = found === sign ? raw.length : raw.length + 1;
  const meaning = meanings[found] ?? found;
  const kind = meaning === 'and' || meaning === 'or' ? 'word' : 'sign';
  return { kind, text: meaning, from, to: from + length };
}

/** `{name}`, with `}}` for a brace inside the name. */
function readField(text: string, from: number): Token | FormulaProblem {
  const brace = text[from] === '{' ? '}' : '\uff5d';
  const closes = (sign: string) => sign === brace;
  const inside = readUntil(text, from + 1, closes);
  if (!inside) return formulaProblem('formula.open_field', { from, to: text.length });
  return { kind: 'field', text: inside.text.normalize('NFC').trim(), from, to: inside.to };
}

/** `"…"`, with `""` for a quote inside the text; or between curly quotes, which input methods insert in any order. */
function readText(text: string, from: number): Token | FormulaProblem {
  const opening = usual(text[from] ?? '');
  const closes = (sign: string) => (opening === '"' ? usual(sign) === '"' : sign === '“' || sign === '”');
  const inside = readUntil(text, from + 1, closes);
  if (!inside) return formulaProblem('formula.open_text', { from, to: text.length });
  // the database accepts no text with NUL, and the others are invisible
  const unseen = [...inside.text].find((sign) => (sign < ' ' && !isBlank(sign)) || sign === '\u007f');
  if (unseen !== undefined)
    return formulaProblem('formula.character', { from, to: inside.to }, { text: `U+${unseen.charCodeAt(0)}` });
  return { kind: 'text', text: inside.text.toWellFormed().normalize('NFC'), from, to: inside.to };
}

/** The text before the closing character; two of them in a row stand for one in the text. */
function readUntil(text: string, from: number, closes: (sign: string) => boolean) {
  let read = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (!closes(sign)) read += sign;
    else if (closes(text[at + 1] ?? '')) read += text[(at += 1)];
    else return { text: read, to: at + 1 };
  }
  return null;
}

const digitsBefore = 12;
const digitsBehind = 10;

function readNumber(text: string, from: number): Token | FormulaProblem {
  let number = '';
  let to = from;
  for (; to < text.length; to += 1) {
    const sign = usual(text[to] ?? '');
    if (!isDigit(sign) && (sign !== '.' || number.includes('.'))) break;
    number += sign;
  }
  const [whole = '', fraction = ''] = number.split('.');
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  if (plain.length > digitsBefore || fraction.length > digitsBehind)
    return formulaProblem('formula.number', { from, to }, { text: text.slice(from, Math.min(to, from + 40)) });
  return { kind: 'number', text: fraction === '' ? plain : `${plain}.${fraction}`, from, to };
}

function readWord(text: string, from: number): Token {
  let word = '';
  let to = from;
  while (to < text.length) {
    const raw = String.fromCodePoint(text.codePointAt(to) ?? 0);
    if (!isWordSign(usual(raw))) break;
    word += usual(raw);
    to += raw.length;
  }
  const lower = word.toLowerCase();
  const isKnown = ['and', 'or', 'not', 'true', 'false'].includes(lower);
  return { kind: 'word', text: isKnown ? lower : word, from, to };
}
