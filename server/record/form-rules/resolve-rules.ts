import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { keyOf } from '#server/record/form-rules/rules-by-name.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { plainDecimal } from '#shared/record/field-types/decimal.ts';
import { optionFor } from '#shared/record/field-types/option.ts';
import { fieldTypeOf, numbersRecords } from '#shared/record/field-types.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import type { FieldRules, RuleCondition } from '#shared/record/form-rules/field-rules.ts';
import { ruleOperators } from '#shared/record/form-rules/holds.ts';
import { takesNoValue } from '#shared/record/operator.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface RuleSetUp {
  readonly type: RecordType;
  readonly language: Language;
  /** Fields before and after the save of the set-up. */
  readonly before: readonly Field[];
  readonly after: readonly Field[];
}

/**
 * The rules of a field as the designer sends them, with every other field by its key and values in stored form.
 * @throws AppError `field.rule_unknown`, `field.rule_needs`, `field.rule_condition`, `field.rule_fixed`, `field.rule_options`
 */
export function resolveRules(setUp: RuleSetUp, field: Field, asked: FieldRules): FieldRules {
  const { section, width, shownWhen = [], requiredWhen = [], optionsBy, colours, addedBy } = asked;
  const hasOptions = field.fieldType === 0 && fieldTypeOf(field.formType).choice !== undefined;
  const name = labelOf(setUp.type, field, setUp.language);
  const resolve = (conditions: readonly RuleCondition[]) =>
    conditions.map((one) => resolvedCondition(setUp, field, one));
  if (shownWhen.length > 0 && isAlwaysShown(setUp.type, field)) throw new AppError('field.rule_fixed', { name });
  const mayRequire = !isComputed(field) && !numbersRecords(field);
  return {
    ...(section && { section: { title: withoutInvisible(section.title).trim() } }),
    ...(width && { width }),
    ...(shownWhen.length > 0 && { shownWhen: resolve(shownWhen) }),
    ...(requiredWhen.length > 0 && mayRequire && { requiredWhen: resolve(requiredWhen) }),
    ...(optionsBy && { optionsBy: resolvedOptions(setUp, field, optionsBy) }),
    ...(hasOptions && colours && { colours }),
    ...(hasOptions && field.operating < 2 && addedBy && { addedBy }),
  };
}

/** The name of a record, what the product itself relies on, and what stands below the lines of a document. */
const isAlwaysShown = (type: RecordType, { fieldType, fieldName, companionOf, operating, required }: Field) =>
  (fieldType === 1 && fieldName === type.titleField) ||
  companionOf !== null ||
  (operating >= 2 && required) ||
  (fieldType === 1 && Object.values(type.lines?.amounts?.head ?? {}).includes(fieldName));

/** Whether forms can look at a field while they are filled in: not at what the server computes. */
const isWatched = (field: Field): boolean =>
  !isComputed(field) && !numbersRecords(field) && field.companionOf === null && ruleOperators(field).length > 0;

/** By key, or by the name of a field that is new. */
function fieldNamed({ type, language, before, after }: RuleSetUp, field: Field, wanted: string): Field {
  const found =
    after.find((one) => keyOf(one) === wanted) ??
    after.find((one) => [language, ...languages].some((each) => labelOf(type, one, each) === wanted));
  if (found) return found;
  const name = labelOf(type, field, language);
  const gone = before.find((one) => keyOf(one) === wanted);
  if (gone) throw new AppError('field.rule_needs', { name: labelOf(type, gone, language), rule: name });
  throw new AppError('field.rule_unknown', { name, field: wanted.slice(0, 60) });
}

function resolvedCondition(setUp: RuleSetUp, field: Field, asked: RuleCondition): RuleCondition {
  const other = fieldNamed(setUp, field, asked.field);
  const { type, language } = setUp;
  const names = { name: labelOf(type, field, language), field: labelOf(type, other, language) };
  const refuse = (): never => {
    throw new AppError('field.rule_condition', names);
  };
  const { condition } = asked;
  if (!isWatched(other) || !ruleOperators(other).includes(condition)) return refuse();
  const kept = { field: keyOf(other), condition };
  if (takesNoValue(condition)) return kept;
  if (condition === 'between') {
    const { time } = serverTypeOf(other.formType);
    const read = (text: string | undefined) => (text ? (time?.read(text) ?? refuse()) : undefined);
    const start = read(asked.start);
    const end = read(asked.end && String(time?.asEnd(asked.end) ?? asked.end));
    return start === undefined && end === undefined
      ? refuse()
      : { ...kept, ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  }
  const value = (asked.value ?? []).map((one) => valueIn(other, condition, one) ?? refuse());
  return value.length === 0 ? refuse() : { ...kept, value };
}

/** A value as records of the type hold it; null for one that none can hold. */
function valueIn(field: Field, condition: RuleCondition['condition'], written: string): string | null {
  const text = withoutInvisible(written).trim().slice(0, 200);
  if (text === '') return null;
  const { choice, storage } = fieldTypeOf(field.formType);
  if (choice) return optionFor(field.options, text) ?? text;
  if (condition === 'contains' || condition === 'notContains') return text;
  if (storage === 'numeric') return plainDecimal(text);
  const { time } = serverTypeOf(field.formType);
  return time ? time.read(text) : text;
}

function resolvedOptions(
  setUp: RuleSetUp,
  field: Field,
  { field: wanted, allowed }: NonNullable<FieldRules['optionsBy']>,
): NonNullable<FieldRules['optionsBy']> {
  const other = fieldNamed(setUp, field, wanted);
  const isChoice = fieldTypeOf(field.formType).choice !== undefined && fieldTypeOf(other.formType).choice === 'one';
  if (!isChoice || other === field)
    throw new AppError('field.rule_options', { name: labelOf(setUp.type, field, setUp.language) });
  return { field: keyOf(other), allowed };
}
