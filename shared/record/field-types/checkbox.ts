import type { FieldType } from '#shared/record/field-type.ts';
import { optionFor } from '#shared/record/field-types/option.ts';
import { choiceOperators } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem } from '#shared/record/field.ts';
import { maskWhole } from '#shared/text/mask.ts';
import { nearestOption } from '#shared/record/repairs/nearest-option.ts';

const separators = /[,，、;；]/;

/** Several of the field's options; a comma list or an array in requests, an array in answers. */
export const checkbox: FieldType<readonly string[]> = {
  storage: 'text_list',
  operators: [...choiceOperators, 'contains', 'notContains'],
  sortable: false,
  uniqueable: false,
  importable: true,
  personal: 'nothing',
  addable: true,
  choice: 'several',
  parse: (input, field) => {
    if (isBlank(input)) return parsed<readonly string[]>(null);
    const list: unknown[] = Array.isArray(input) ? input : typeof input === 'string' ? input.split(',') : [input];
    const chosen: string[] = [];
    for (const item of list) {
      if (typeof item !== 'string') return problem('field.shape', field);
      const text = item.trim();
      if (text === '') continue;
      const option = optionFor(field.options, text);
      if (option === undefined) return problem('field.option', field, { value: text });
      if (!chosen.includes(option)) chosen.push(option);
    }
    return parsed<readonly string[]>(chosen.length === 0 ? null : chosen);
  },
  toText: (value) => value.join(','),
  mask: maskWhole,
  fromText: (text) => text.split(separators),
  repair: (text, { options }) => {
    const found = text.split(separators).map((part) => nearestOption(options, part));
    return found.every((option) => option !== null) ? found.join(',') : null;
  },
  described: ({ options }) => ({
    onRow: { type: 'string', description: 'Joined by commas.' },
    inSave: { type: ['array', 'string', 'null'], items: { type: 'string', examples: options } },
  }),
};
