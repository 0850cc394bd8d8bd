import { sql } from 'kysely';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { customText, legibleIn } from '#server/record/fields/legible.ts';
import type { RuleDraft, RuleLine, RuleProblem, Rules, Values } from '#server/record/registry.ts';
import { productType, shelf, shelfField, unitField } from '#shared/crm/products/product-type.ts';

/** A price list has one price for a level of customers. */
function oneForLevel(_next: Values, _previous: Values | null, lines: readonly RuleLine[]): readonly RuleProblem[] {
  const said = lines.map(({ values }) => values['level']);
  const twice = said.find((level, at) => said.indexOf(level) !== at);
  if (typeof twice !== 'string') return [];
  return [{ code: 'product.level_twice', params: { level: twice }, fieldName: '' }];
}

/** A new product is on the shelf unless it is said otherwise. */
const onShelf = ({ previous, next }: RuleDraft): Values =>
  previous === null && (next[shelfField] ?? null) === null ? { [shelfField]: shelf.on } : {};

/** What is special about products: whether they are on the shelf is said by a field that older clients know. */
export const productRules: Rules = {
  headings: headingWords,
  validate: [oneForLevel],
  beforeSave: (_db, _actor, drafts) => drafts.map(onShelf),
  rowExtras: async (db, actor) => {
    const unit = await customText(db, actor, productType, { key: 'unit', fieldName: unitField });
    const field = legibleIn(await fieldsOf(db, actor, productType), shelfField);
    if (!field) return unit;
    return { ...unit, status: sql`case when r.custom ->> ${customKey(field)}::text = ${shelf.on} then 1 else 0 end` };
  },
};
