import type { RuleDraft } from '#web/modules/crm/lead-sources/rule-list.tsx';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { sourceKinds, type LeadSource } from '#shared/crm/lead-sources/lead-source-calls.ts';

/** What the editor of a source holds. */
export interface SourceValues {
  readonly name: string;
  readonly code: string;
  readonly remark: string;
  readonly kind: number;
  readonly keeper: readonly UserChoice[];
  readonly rules: readonly RuleDraft[];
  readonly form: LeadSource['form'];
}

export const emptySource: SourceValues = {
  name: '',
  code: '',
  remark: '',
  kind: sourceKinds.hand,
  keeper: [],
  rules: [],
  form: { title: '', titleEn: '', intro: '', introEn: '', thanks: '', thanksEn: '', fieldIds: [] },
};

/** A stored source as the editor begins with it. */
export const valuesOf = ({ name, code, remark, kind, keeper, rules, form }: LeadSource): SourceValues => ({
  name,
  code,
  remark,
  kind,
  keeper: keeper ? [keeper] : [],
  rules: rules.map(({ isBroken, ...rule }) => ({ ...rule, isBroken: isBroken === 1 })),
  form,
});
