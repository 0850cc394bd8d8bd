import {
  maxCounter,
  type DatePart,
  type Pattern,
  type PatternPart,
  type Reference,
  type Reset,
} from '#shared/record/sequence/pattern.ts';

/** The value of a pattern's reference in a number. */
export type ReferenceText = (reference: Reference) => string;

/** Positions of the date parts in `yyyy-MM-dd`. */
const placeOf: Readonly<Record<DatePart, readonly [number, number]>> = {
  yyyy: [0, 4],
  yy: [2, 4],
  MM: [5, 7],
  dd: [8, 10],
};

/** The number for a counter on a day `yyyy-MM-dd`; a counter beyond its width has more digits. */
export const formatNumber = (pattern: Pattern, counter: number, day: string, textOf: ReferenceText): string =>
  pattern
    .map((part) => (part.kind === 'counter' ? String(counter).padStart(part.width, '0') : fixedText(part, day, textOf)))
    .join('');

const fixedText = (part: Exclude<PatternPart, { kind: 'counter' }>, day: string, textOf: ReferenceText): string =>
  part.kind === 'text' ? part.text : part.kind === 'date' ? day.slice(...placeOf[part.part]) : textOf(part);

const lengths: Readonly<Record<Reset, number>> = { never: 0, yearly: 4, monthly: 7, daily: 10 };

/** The period of a day: each period has its own counters. */
export const periodOf = (reset: Reset, day: string): string => day.slice(0, lengths[reset]);

/** The counter and the period of a number written by hand. */
export interface Matched {
  readonly counter: number;
  readonly period: string;
}

/**
 * Parses a number by its pattern; null when it does not match. The counter is what remains besides the other parts,
 * whose lengths are known, so adjacent digits are not ambiguous. The pattern has the date parts that its reset
 * requires.
 */
export function matchNumber(pattern: Pattern, written: string, reset: Reset, textOf: ReferenceText): Matched | null {
  const rest = pattern.reduce((sum, part) => sum + (part.kind === 'counter' ? 0 : lengthOf(part, textOf)), 0);
  const date = new Map<DatePart, string>();
  let counter = '';
  let at = 0;
  for (const part of pattern) {
    const piece = written.slice(at, at + (part.kind === 'counter' ? written.length - rest : lengthOf(part, textOf)));
    at += piece.length;
    if (part.kind === 'counter') {
      if (!/^\d+$/.test(piece) || piece.length < part.width || (piece.length > part.width && piece.startsWith('0')))
        return null;
      counter = piece;
    } else if (part.kind === 'date') {
      if (!isDatePiece(part.part, piece) || (date.get(part.part) ?? piece) !== piece) return null;
      date.set(part.part, piece);
    } else if (piece !== fixedText(part, '', textOf)) return null;
  }
  const number = Number(counter);
  const day = dayOf(date);
  if (at !== written.length || number < 1 || number > maxCounter || day === null) return null;
  return { counter: number, period: periodOf(reset, day) };
}

const lengthOf = (part: Exclude<PatternPart, { kind: 'counter' }>, textOf: ReferenceText): number =>
  part.kind === 'date' ? part.part.length : fixedText(part, '', textOf).length;

const mostOf: Readonly<Partial<Record<DatePart, number>>> = { MM: 12, dd: 31 };

function isDatePiece(part: DatePart, piece: string): boolean {
  if (piece.length !== part.length || !/^\d+$/.test(piece)) return false;
  const most = mostOf[part];
  return most === undefined || (Number(piece) >= 1 && Number(piece) <= most);
}

/** The day as far as its parts state it; null when two of them contradict each other. */
function dayOf(date: ReadonlyMap<DatePart, string>): string | null {
  const [long, short] = [date.get('yyyy'), date.get('yy')];
  if (long !== undefined && short !== undefined && long.slice(2) !== short) return null;
  const year = long ?? (short === undefined ? '0000' : `20${short}`);
  return `${year}-${date.get('MM') ?? '00'}-${date.get('dd') ?? '00'}`;
}
