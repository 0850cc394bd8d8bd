import type { Problem } from '#shared/record/field.ts';

/** When a counter restarts from 1. */
export const resets = ['never', 'yearly', 'monthly', 'daily'] as const;
export type Reset = (typeof resets)[number];

/** Counts per department of the owners; relation fields count per parent record. */
export const perDepartment = 'department';

const dateParts = ['yyyy', 'yy', 'MM', 'dd'] as const;
export type DatePart = (typeof dateParts)[number];
const isDatePart = (text: string): text is DatePart => (dateParts as readonly string[]).includes(text);

export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly part: DatePart }
  | { readonly kind: 'counter'; readonly width: number }
  /** The value of a field of the record in a relation field, or of the owner's department. */
  | { readonly kind: 'reference'; readonly relation: string; readonly fieldName: string };

export type Reference = Extract<PatternPart, { readonly kind: 'reference' }>;

/** The parts of numbers such as `HT-{yyyy}{MM}-{0000}` or `{contract_id.num}-{00}`. */
export type Pattern = readonly PatternPart[];

export type ReadPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly problem: Problem };

/** Maximum digits of a counter. */
const mostDigits = 12;
export const maxCounter = 10 ** mostDigits - 1;

const refused = (code: Problem['code'], params: Problem['params'] = {}): ReadPattern => ({
  ok: false,
  problem: { code, params },
});

/** Parses a pattern, or returns its problem. */
export function readPattern(written: string): ReadPattern {
  const parts: PatternPart[] = [];
  let at = 0;
  while (at < written.length) {
    const open = indexOr(written, '{', at);
    const text = written.slice(at, open);
    if (text.includes('}')) return refused('sequence.brace');
    if (text !== '') parts.push({ kind: 'text', text });
    if (open === written.length) break;
    const close = written.indexOf('}', open);
    const inside = written.slice(open + 1, close);
    if (close < 0 || inside.includes('{')) return refused('sequence.brace');
    const part = readPart(inside);
    if (!part) return refused('sequence.part', { part: inside });
    parts.push(part);
    at = close + 1;
  }
  if (parts.length === 0) return refused('sequence.empty');
  if (parts.filter(({ kind }) => kind === 'counter').length !== 1) return refused('sequence.counter');
  return { ok: true, pattern: parts };
}

const indexOr = (text: string, sign: string, from: number): number => {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found;
};

function readPart(inside: string): PatternPart | null {
  if (isDatePart(inside)) return { kind: 'date', part: inside };
  if (/^0+$/.test(inside)) return inside.length <= mostDigits ? { kind: 'counter', width: inside.length } : null;
  const dot = inside.indexOf('.');
  const [relation, fieldName] = [inside.slice(0, dot), inside.slice(dot + 1)];
  return dot > 0 && fieldName !== '' ? { kind: 'reference', relation, fieldName } : null;
}

export const referencesIn = (pattern: Pattern): Reference[] =>
  pattern.filter((part): part is Reference => part.kind === 'reference');

/** Date parts that numbers need so that a restarted counter does not repeat one. */
const needed: Readonly<Record<Reset, readonly DatePart[]>> = {
  never: [],
  yearly: ['yyyy'],
  monthly: ['yyyy', 'MM'],
  daily: ['yyyy', 'MM', 'dd'],
};

/** Why a pattern would not give unique numbers with restarting or scoped counters. */
export function scopeProblem(pattern: Pattern, reset: Reset, per: string): Problem | null {
  const has = (part: DatePart) => pattern.some((one) => one.kind === 'date' && one.part === part);
  const missing = needed[reset].filter((part) => !has(part) && !(part === 'yyyy' && has('yy')));
  if (missing.length > 0)
    return { code: 'sequence.reset', params: { parts: missing.map((part) => `{${part}}`).join('') } };
  if (per !== '' && !referencesIn(pattern).some(({ relation }) => relation === per))
    return { code: 'sequence.scope', params: { part: `{${per}.…}` } };
  return null;
}
