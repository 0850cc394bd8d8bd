import { isDeepStrictEqual } from 'node:util';
import { labelOf } from '#server/record/fields/field-set.ts';
import { namedBy, type FormRow } from '#server/record/form-life/form-rows.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Most lines about one version. */
const mostLines = 40;

/** What was changed of a form, in words. */
export function versionWords(
  type: RecordType,
  before: readonly FormRow[],
  after: readonly FormRow[],
  language: Language,
): string[] {
  const say = (key: MessageKey, params: Readonly<Record<string, string | number>> = {}) =>
    translate(language, key, params);
  const nameOf = (row: FormRow) => labelOf(type, namedBy(row), language);
  const old = new Map(before.map((row) => [row.field_id, row]));
  const now = new Map(after.map((row) => [row.field_id, row]));
  const lines = [
    ...after.filter(({ field_id: id }) => !old.has(id)).map((row) => say('form_life.added', { name: nameOf(row) })),
    ...before.filter(({ field_id: id }) => !now.has(id)).map((row) => say('form_life.removed', { name: nameOf(row) })),
    ...after.flatMap((row) => {
      const former = old.get(row.field_id);
      return former ? differences(former, row, { say, nameOf }) : [];
    }),
  ];
  const orderOf = (rows: readonly FormRow[], other: ReadonlyMap<number, FormRow>) =>
    rows.map(({ field_id: id }) => id).filter((id) => other.has(id));
  if (!isDeepStrictEqual(orderOf(before, now), orderOf(after, old))) lines.push(say('form_life.reordered'));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), say('form_life.further', { count: lines.length - mostLines })];
}

interface Words {
  readonly say: (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;
  readonly nameOf: (row: FormRow) => string;
}

const switches = ['required', 'is_unique', 'hidden', 'is_indexed'] as const;
const further = [
  'max_length',
  'default_value',
  'default_formula',
  'input_tips',
  'remark',
  'relevant',
  'formula',
  'formula_decimals',
  'rollup',
  'rules',
] as const;

function differences(former: FormRow, row: FormRow, { say, nameOf }: Words): string[] {
  const name = nameOf(row);
  const lines: string[] = [];
  if (nameOf(former) !== name) lines.push(say('form_life.renamed', { name: nameOf(former), now: name }));
  lines.push(
    ...optionWords(former.options, row.options).map(({ key, ...words }) => say(key, { field: name, ...words })),
  );
  for (const key of switches)
    if ((former[key] ?? false) !== (row[key] ?? false))
      lines.push(say(`form_life.${key}_${row[key] ? 'on' : 'off'}`, { name }));
  for (const key of further)
    if (!isDeepStrictEqual(former[key] ?? null, row[key] ?? null)) lines.push(say(`form_life.${key}`, { name }));
  return lines;
}

interface OptionWords {
  readonly key: MessageKey;
  readonly name?: string;
  readonly now?: string;
}

/** One that stands where another one stood, of which neither was there before nor is there now, is the same renamed. */
function optionWords(before: readonly string[], after: readonly string[]): OptionWords[] {
  const gone = before.filter((option) => !after.includes(option));
  const come = after.filter((option) => !before.includes(option));
  const isSameLength = before.length === after.length;
  const renamed = new Map(
    isSameLength
      ? (gone
          .map((option) => [option, after[before.indexOf(option)] ?? ''])
          .filter(([, name]) => come.includes(name ?? '')) as [string, string][])
      : [],
  );
  const kept = before.filter((option) => after.includes(option));
  const isReordered = !isDeepStrictEqual(
    kept,
    after.filter((option) => before.includes(option)),
  );
  const names = new Set(renamed.values());
  return [
    ...[...renamed].map(([name, now]): OptionWords => ({ key: 'form_life.option_renamed', name, now })),
    ...come.filter((name) => !names.has(name)).map((name): OptionWords => ({ key: 'form_life.option_added', name })),
    ...gone
      .filter((name) => !renamed.has(name))
      .map((name): OptionWords => ({ key: 'form_life.option_removed', name })),
    ...(isReordered ? [{ key: 'form_life.options_reordered' } as const] : []),
  ];
}
