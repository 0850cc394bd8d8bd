import type { PrintField } from '#shared/record/printing/print-calls.ts';
import { renamedFields } from '#shared/record/printing/field-text.ts';

/** How texts show the keys of fields. A label that two fields have, or with braces in it, is shown as its key. */
export interface FieldNames {
  readonly shown: (stored: string) => string;
  readonly stored: (shown: string) => string;
  readonly nameOf: (key: string) => string;
}

export function fieldNames(fields: readonly PrintField[], more: Readonly<Record<string, string>>): FieldNames {
  const own = fields.filter(({ group }) => group !== 'line').map(({ key, name }) => [key, name] as const);
  const all = [...Object.entries(more), ...own];
  const counts = Map.groupBy(all, ([, name]) => name);
  const usable = all.filter(([, name]) => counts.get(name)?.length === 1 && !/[{}:]/.test(name));
  const labels = new Map<string, string>(usable);
  const keys = new Map(usable.map(([key, name]) => [name, key] as const));
  const names = new Map<string, string>([
    ...fields.map(({ key, name }) => [key, name] as const),
    ...Object.entries(more),
  ]);
  return {
    shown: (text) => renamedFields(text, (key) => labels.get(key)),
    stored: (text) => renamedFields(text, (label) => keys.get(label)),
    nameOf: (key) => names.get(key) ?? key,
  };
}
