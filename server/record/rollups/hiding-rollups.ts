import { leastOf, visibilities, visibilityOf, type Visibility } from '#server/record/fields/visibility.ts';
import { reckoningsOf } from '#server/record/formula/compiled-formulas.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { fieldsInConditions } from '#shared/record/rollup.ts';

/** The fields of a type for a reader by their own levels. */
export interface ReadType {
  readonly fields: readonly Field[];
  /** The reader may open records of the type at all. */
  readonly mayRead: boolean;
}

/**
 * Roll-ups, formulas and defaults by formula reveal their inputs: the visibility of a field, restricted to that of all its inputs, through
 * any number of types.
 */
export function visibilityBySources(types: ReadonlyMap<number, ReadType>): (code: number, field: Field) => Visibility {
  const seen = new Map<string, Visibility>();
  const keyOf = (code: number, id: string): string => `${code}/${id}`;
  const seenOf = (key: string): Visibility => seen.get(key) ?? visibilities.whole;
  const sources: { readonly key: string; readonly uses: readonly string[] }[] = [];
  for (const [code, { fields }] of types) {
    for (const field of fields) {
      const key = keyOf(code, formulaField(field).id);
      seen.set(key, visibilityOf(field));
      if (!field.rollup) continue;
      const { child, column, field: counted = [] } = field.rollup;
      if (!types.get(child)?.mayRead) seen.set(key, visibilities.none);
      sources.push({
        key,
        uses: [column, counted, fieldsInConditions(field.rollup)].flat().map((id) => keyOf(child, id)),
      });
    }
    for (const { id, dependencies } of reckoningsOf(fields))
      sources.push({ key: keyOf(code, id), uses: dependencies.map((one) => keyOf(code, one)) });
  }
  for (let isStill = false; !isStill;) {
    isStill = true;
    for (const { key, uses } of sources) {
      const least = leastOf([key, ...uses].map(seenOf));
      if (least === seenOf(key)) continue;
      seen.set(key, least);
      isStill = false;
    }
  }
  return (code, field) => seenOf(keyOf(code, formulaField(field).id));
}
