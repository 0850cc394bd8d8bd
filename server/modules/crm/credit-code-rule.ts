import type { RuleProblem, Values } from '#server/record/registry.ts';
import { isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';

/**
 * A tax number of 18 characters in the form of a credit code must be a valid one (GB 32100-2015); older numbers differ. What
 * stood in the field before is left alone.
 */
export const creditCodeRule =
  (fieldName: string) =>
  (next: Values, previous: Values | null): readonly RuleProblem[] => {
    const number = next[fieldName];
    if (typeof number !== 'string' || number === (previous?.[fieldName] ?? null)) return [];
    const code = number.normalize('NFKC').trim().toUpperCase();
    if (!looksLikeCreditCode(code) || isCreditCode(code)) return [];
    return [{ code: 'field.credit_code', params: {}, fieldName }];
  };
