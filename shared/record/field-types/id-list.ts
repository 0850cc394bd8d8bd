import type { Described } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem, textOf, type Field, type Parsed } from '#shared/record/field.ts';

const mostIds = 200;

/** Reads ids of people or departments: a comma list, an id, an array of ids, or of objects with `key`. */
export function parseIds(input: unknown, field: Field, key: string): Parsed<readonly number[]> {
  if (isBlank(input)) return parsed<readonly number[]>(null);
  const list: unknown[] = Array.isArray(input) ? input : typeof input === 'string' ? input.split(',') : [input];
  const ids: number[] = [];
  for (const item of list) {
    if (typeof item === 'string' && item.trim() === '') continue;
    const raw = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[key] : item;
    const id = Number(textOf(raw) ?? NaN);
    if (!Number.isSafeInteger(id) || id <= 0) return problem('field.reference', field);
    if (!ids.includes(id)) ids.push(id);
  }
  if (ids.length > mostIds) return problem('field.reference', field);
  return parsed<readonly number[]>(ids.length === 0 ? null : ids);
}

/** Converts spreadsheet names to ids; an unknown or ambiguous name becomes an id that `parseIds` refuses. */
export const idsOfNames = (text: string, find: (name: string) => readonly number[]): number[] =>
  text
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const found = find(name);
      return found.length === 1 ? (found[0] ?? -1) : -1;
    });

/** Names on rows, ids in a save. */
export const describedIds: Described = {
  onRow: { type: 'string', description: 'Names, joined by commas.' },
  inSave: { type: ['array', 'string', 'null'], items: { type: 'integer', minimum: 1 }, maxItems: mostIds },
};
