import type { useText } from '#web/lib/i18n/i18n.ts';
import { formatNumber } from '#shared/record/sequence/number-text.ts';
import { readPattern, scopeProblem, type Reset } from '#shared/record/sequence/pattern.ts';

interface Typed {
  readonly pattern: string;
  readonly reset: Reset;
  readonly per: string;
  readonly next: number | null;
}

/** A number of a typed rule on a day `yyyy-MM-dd`, with … for what depends on the record, or what is wrong with the rule. */
export function checkedRule(
  text: ReturnType<typeof useText>,
  { pattern, reset, per, next }: Typed,
  day: string,
): { readonly problem: string } | { readonly example: string } {
  const read = readPattern(pattern);
  const problem = read.ok ? scopeProblem(read.pattern, reset, per) : read.problem;
  if (problem) return { problem: text(problem.code, problem.params) };
  return { example: read.ok ? formatNumber(read.pattern, next ?? 1, day, () => '…') : '' };
}
