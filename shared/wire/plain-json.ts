import { AppError } from '#shared/wire/error-codes.ts';

const maxDepth = 8;
const maxNodes = 20_000;
/** Names that reach into prototypes or type readers (security X5). */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', '@type']);

/**
 * Parses untrusted JSON into objects without prototype, whether a body or the text of one of its fields.
 * @throws AppError `input.shape` for invalid JSON, too deep, too large, or with forbidden names (security X5)
 */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('input.shape');
  }
  return plain(value, 1, { nodes: maxNodes });
}

/** The database accepts neither NUL nor unpaired surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Copies parsed JSON, counting nodes and depth. */
function plain(value: unknown, depth: number, budget: { nodes: number }): unknown {
  if (--budget.nodes < 0 || depth > maxDepth) throw new AppError('input.shape');
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new AppError('input.shape');
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1, budget));
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key) || !isStorable(key)) throw new AppError('input.shape');
    copy[key] = plain((value as Record<string, unknown>)[key], depth + 1, budget);
  }
  return copy;
}
