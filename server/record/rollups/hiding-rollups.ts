import { formulasOf } from '#server/record/formula/compiled-formulas.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { fieldsInConditions } from '#shared/record/rollup.ts';

/** The fields of a type as a reader knows them by their own levels. */
export interface ReadType {
  readonly fields: readonly Field[];
  /** The reader may open records of the type at all. */
  readonly mayRead: boolean;
}

/**
 * Roll-ups and formulas show what they are made from: of each type, the fields that are hidden because something is
 * hidden that they are made from, through whatever types it goes.
 */
export function hiddenBySources(types: ReadonlyMap<number, ReadType>): (code: number, field: Field) => boolean {
  const hidden = new Set<string>();
  const keyOf = (code: number, id: string): string => `${code}/${id}`;
  const sources: { readonly key: string; readonly uses: readonly string[] }[] = [];
  for (const [code, { fields }] of types) {
    for (const field of fields) {
      const key = keyOf(code, formulaField(field).id);
      if (field.hidden) hidden.add(key);
      if (!field.rollup) continue;
      const { child, column, field: counted = [] } = field.rollup;
      if (!types.get(child)?.mayRead) hidden.add(key);
      sources.push({
        key,
        uses: [column, counted, fieldsInConditions(field.rollup)].flat().map((id) => keyOf(child, id)),
      });
    }
    for (const { id, dependencies } of formulasOf(fields))
      sources.push({ key: keyOf(code, id), uses: dependencies.map((one) => keyOf(code, one)) });
  }
  for (let size = -1; size < hidden.size;) {
    size = hidden.size;
    for (const { key, uses } of sources) if (uses.some((one) => hidden.has(one))) hidden.add(key);
  }
  return (code, field) => hidden.has(keyOf(code, formulaField(field).id));
}
