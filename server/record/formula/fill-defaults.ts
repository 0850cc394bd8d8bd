import type { FieldSet } from '#server/record/fields/field-set.ts';
import { viewOf } from '#server/record/form-rules/rule-problems.ts';
import { reckoningsOf, withFormulas } from '#server/record/formula/compiled-formulas.ts';
import type { Values } from '#server/record/registry.ts';
import { isBlank } from '#shared/record/field.ts';
import { withDefaults } from '#shared/record/formula/reckoning.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const none: ReadonlySet<string> = new Set();

/** What decides which defaults a record gets. */
interface Begun {
  /** Null for a new record: others get none. */
  readonly previous: Values | null;
  readonly next: Values;
  /** Fields that somebody has left empty on purpose. */
  readonly emptied?: ReadonlySet<string> | undefined;
}

/** Of the fields that somebody says to have left empty, those that they may write. */
export const emptiedOf = ({ shown }: FieldSet, names: readonly string[]): ReadonlySet<string> =>
  new Set(shown.flatMap(({ fieldName, readOnly }) => (!readOnly && names.includes(fieldName) ? [fieldName] : [])));

/** The names of fields that a record gets a computed default in, as it has no value for them. */
export function openDefaults({ all }: FieldSet, { previous, next, emptied = none }: Begun): ReadonlySet<string> {
  if (previous !== null) return none;
  const open = all.filter(
    ({ fieldName, defaultFormula }) =>
      defaultFormula !== undefined && isBlank(next[fieldName] ?? null) && !emptied.has(fieldName),
  );
  return open.length === 0 ? none : new Set(open.map(({ fieldName }) => fieldName));
}

/** The values of a record with the computed defaults of its open fields, and the results of its formulas. */
export function filled(fields: FieldSet, open: ReadonlySet<string>, values: Values): Values {
  if (open.size === 0) return withFormulas(fields.all, values);
  const empty = Object.fromEntries([...open].map((name) => [name, null]));
  const setting = { fields: fields.all, reckonings: reckoningsOf(fields.all), open };
  return withDefaults({ ...setting, viewOf: (next) => viewOf(fields, next) }, { ...values, ...empty });
}

/**
 * The same once the rules of the type have computed some of the values, which may be what a default is made of. A default
 * that comes to something goes before what a rule fills where nothing is said (`isFilled`).
 */
export function filledByRules(
  type: RecordType,
  fields: FieldSet,
  open: ReadonlySet<string>,
  { asked, computed }: { readonly asked: Values; readonly computed: Values },
): Values {
  const values = { ...asked, ...computed };
  const isSaid = (name: string): boolean => !isBlank(computed[name] ?? null);
  const byRule = new Set(type.fields.flatMap(({ fieldName, isFilled }) => (isFilled ? [fieldName] : [])));
  const own = new Set([...open].filter((name) => !isSaid(name) || byRule.has(name)));
  const next = filled(fields, own, values);
  const kept = [...own].filter((name) => isSaid(name) && isBlank(next[name] ?? null));
  if (kept.length === 0) return next;
  for (const name of kept) own.delete(name);
  return filled(fields, own, values);
}
