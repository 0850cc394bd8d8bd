import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { HandOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** Kinds of rules that people choose from; `same` is that of all. */
export type RuleKind = HandOverRule['kind'] | 'same';

/** A rule while it is being chosen; what its kind does not need is kept for when it is chosen again. */
export interface RuleDraft {
  readonly kind: RuleKind;
  readonly one: readonly UserChoice[];
  readonly several: readonly UserChoice[];
  readonly fieldName: string | null;
  readonly byValue: Readonly<Record<string, UserChoice>>;
  readonly rest: readonly UserChoice[];
}

export const newDraft = (kind: RuleKind): RuleDraft => ({
  kind,
  one: [],
  several: [],
  fieldName: null,
  byValue: {},
  rest: [],
});

/** The rule of a draft, or what is still to be chosen; null for the rule of all. */
export function ruleOf(draft: RuleDraft): { readonly rule: HandOverRule | null } | { readonly lacks: MessageKey } {
  const { kind } = draft;
  if (kind === 'same') return { rule: null };
  if (kind === 'stay' || kind === 'superior') return { rule: { kind } };
  const [one] = draft.one;
  if (kind === 'one') return one ? { rule: { kind, userId: one.userId } } : { lacks: 'hand_over.choose_heir' };
  if (kind === 'even') {
    const userIds = draft.several.map(({ userId }) => userId);
    return userIds.length > 0 ? { rule: { kind, userIds } } : { lacks: 'hand_over.choose_heir' };
  }
  const [rest] = draft.rest;
  if (draft.fieldName === null) return { lacks: 'hand_over.choose_field' };
  if (!rest) return { lacks: 'hand_over.choose_heir' };
  const values = Object.entries(draft.byValue).map(([value, { userId }]) => ({ value, userId }));
  return { rule: { kind, fieldName: draft.fieldName, values, rest: rest.userId } };
}
