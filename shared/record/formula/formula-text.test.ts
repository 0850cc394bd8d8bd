import { expect, it } from 'vitest';
import { fieldsById, fieldsByLabel, type FormulaField } from '#shared/record/formula/fields.ts';
import { formulaText, shownFormula, storedFormula } from '#shared/record/formula/formula-text.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';

const fields: readonly FormulaField[] = [
  { id: 'price', label: '单价', type: 'number' },
  { id: 'f7', label: '数量}（箱', type: 'number' },
];
const typed = 'round( ｛单价｝*{数量}}（箱} ,2) & "{单价}"  ';
const stored = 'round( {price}*{f7} ,2) & "{单价}"  ';

it('is stored with the immutable keys of its fields, and otherwise unchanged', () => {
  expect(storedFormula(typed, fieldsByLabel(fields))).toBe(stored);
});

it('is shown with current labels', () => {
  expect(shownFormula(stored, fieldsById(fields))).toBe('round( {单价}*{数量}}（箱} ,2) & "{单价}"  ');
  const renamed = [{ ...fields[0], label: 'Price' } as FormulaField];
  expect(shownFormula(stored, fieldsById(renamed))).toBe('round( {Price}*{f7} ,2) & "{单价}"  ');
});

it('is unchanged when it cannot be parsed', () => {
  expect(storedFormula('{单价} + "', fieldsByLabel(fields))).toBe('{单价} + "');
});

it('is printed from its tree with labels', () => {
  const parsed = parseFormula(stored);
  const labelOf = (id: string) => fields.find((field) => field.id === id)?.label ?? id;
  expect(parsed.ok && formulaText(parsed.tree, labelOf)).toBe('ROUND({单价} * {数量}}（箱}, 2) & "{单价}"');
});
