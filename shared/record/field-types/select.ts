import { choiceOperators, type FieldType } from '#shared/record/field-type.ts';
import { optionFor } from '#shared/record/field-types/option.ts';
import { parseText } from '#shared/record/field-types/plain-text.ts';
import { text } from '#shared/record/field-types/text.ts';
import { parsed, problem } from '#shared/record/field.ts';
import { maskWhole } from '#shared/text/mask.ts';
import { nearestOption } from '#shared/record/repairs/nearest-option.ts';

/** One of the field's options. */
export const select: FieldType<string> = {
  ...text,
  personal: 'nothing',
  operators: choiceOperators,
  uniqueable: false,
  choice: 'one',
  mask: maskWhole,
  looksLike: (text, { options, optionsByName }) =>
    optionFor(options, text) !== undefined || optionFor(options, optionsByName?.get(text) ?? '') !== undefined,
  parse: (input, field) => {
    const result = parseText(input, field);
    if (!result.ok || result.value === null) return result;
    const { value } = result;
    const option = optionFor(field.options, value) ?? optionFor(field.options, field.optionsByName?.get(value) ?? '');
    return option === undefined ? problem('field.option', field, { value }) : parsed(option);
  },
  // not an enum: the set-up may add options, and records keep removed ones
  repair: (text, { options }) => nearestOption(options, text),
  described: ({ options }) => ({
    onRow: { type: 'string', examples: options },
    inSave: { type: ['string', 'null'], examples: options },
  }),
};
