import { afterAll, beforeAll, expect, it } from 'vitest';
import { dice } from '#server/testing/dice.ts';
import {
  formulaFields,
  formulaOf,
  openFormulaDatabase,
  resultHere,
  type FormulaCase,
  type FormulaDatabase,
} from '#server/testing/formula-rows.ts';
import { deepFormula, pick, randomFormula, type RandomFormulas } from '#server/testing/random-formula.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import type { Formula } from '#shared/record/formula/check.ts';
import type { ValuesOfRecord } from '#shared/record/formula/evaluate.ts';
import { formulaText } from '#shared/record/formula/formula-text.ts';
import { functionNames } from '#shared/record/formula/functions.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';
import { partsOfTree, type FormulaTree } from '#shared/record/formula/tree.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

// different each time in the soak; a failure reports it, and JIANYE_SEED repeats it
const seed = Number(process.env['JIANYE_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 12));
const roll = dice(seed);
const amount = 10_000;
const perStatement = 200;
const rowsPerFormula = 3;
const rowCount = 60;

const words = '云图科技|北京|abc|Straße É|ＡＢｃ|😀笑|\u{20bb7}野家|\ue000|\uffee|a|%_\\|O\'Neil|"'.split('|');
const oddTexts =
  '1,234.50| 12 |-0|+7|1.|.5|1e5|１２|\u3000 空 \t|0.00000000005|12345678901234567890|--1|\u00a0x\u2003'.split('|');
const oddNumbers = ['0', '1', '100', '0.5', '2.5', '0.0001', '99999999.9999', '999999999999', '999999999999.9999'];
const oddLiterals = ['3', '7', '0.0000000001', '20000000000.0000000001', '999999999999.9999999999'];
const oddDates = '2024-02-29|2023-02-28|1900-01-01|2999-12-31|2024-01-31|2023-12-31|1999-10-31'.split('|');

const randomText = (): string => {
  if (roll(3) === 0) return pick(roll, oddTexts);
  return Array.from({ length: 1 + roll(4) }, () => pick(roll, words)).join(pick(roll, ['', ' ']));
};
function randomNumber(decimals: number, odd: readonly string[]): string {
  if (roll(3) === 0) return pick(roll, odd);
  const whole = String(roll(10 ** (1 + roll(5))));
  return roll(2) === 0 ? whole : `${whole}.${String(1 + roll(10 ** decimals - 1)).padStart(decimals, '0')}`;
}
const pad = (value: number) => String(value).padStart(2, '0');
const randomDate = (): string =>
  roll(2) === 0 ? pick(roll, oddDates) : `${2000 + roll(60)}-${pad(1 + roll(12))}-${pad(1 + roll(28))}`;

const held: Record<FormulaType, () => string | null> = {
  number: () => (roll(3) === 0 ? '-' : '') + randomNumber(4, oddNumbers),
  text: () => (roll(8) === 0 ? '长😀'.repeat(500) : randomText()),
  date: randomDate,
  datetime: () => `${randomDate()} ${pick(roll, ['00:00:00', '23:59:59', '09:30:15'])}`,
  boolean: () => null,
};
/** The first one is empty, every other one lacks some values. */
const rows: readonly ValuesOfRecord[] = Array.from({ length: rowCount }, (_, at) =>
  Object.fromEntries(formulaFields.map(({ id, type }) => [id, type && at > 0 && roll(8) > 0 ? held[type]() : null])),
);

const idsOf = (type: FormulaType) => formulaFields.filter((one) => one.type === type).map((one) => one.id);
const types: readonly FormulaType[] = ['number', 'text', 'date', 'datetime', 'boolean'];
const random: RandomFormulas = {
  roll,
  fields: Object.fromEntries(types.map((type) => [type, idsOf(type)])) as Record<FormulaType, string[]>,
  number: () => randomNumber(1 + roll(10), [...oddNumbers, ...oddLiterals]),
  text: randomText,
};
const beyondLimits = ['formula.too_long', 'formula.too_many', 'formula.too_deep'];

/** A random formula, parsed from its text; too large ones are skipped. */
function newCase(): FormulaCase {
  for (;;) {
    const type = pick(roll, ['number', ...types] as const);
    const levels = 2 + roll(5);
    const made = roll(25) === 0 ? deepFormula(random, type, 20 + roll(28)) : randomFormula(random, type, levels);
    const text = formulaText(made);
    const parsed = parseFormula(text);
    if (!parsed.ok && beyondLimits.includes(parsed.problem.code)) continue;
    if (!parsed.ok) throw new Error(`seed ${seed}: ${parsed.problem.code} in ${text}`);
    const { tree } = parsed;
    if (formulaText(tree) !== text) throw new Error(`seed ${seed}: ${text} is read as ${formulaText(tree)}`);
    const formula = formulaOf(tree);
    if (!formula) throw new Error(`seed ${seed}: ${text} is refused`);
    return { tree, formula, decimals: roll(11) };
  }
}

let database: FormulaDatabase;
beforeAll(async () => {
  database = await openFormulaDatabase(rows);
});
afterAll(async () => database.close());

const rowOf = (id: number): ValuesOfRecord => rows[id] ?? {};
/** For one formula, so that an error is attributed to it. */
const thereAlone = (one: FormulaCase, id: number): Promise<string | null> =>
  database.results([one], [id]).then(
    ([row]) => row?.[0] ?? null,
    (error: unknown) => String(error),
  );

const sizeOf = (tree: FormulaTree): number => partsOfTree(tree).reduce((sum, part) => sum + sizeOf(part), 1);
const allParts = (tree: FormulaTree): FormulaTree[] => [tree, ...partsOfTree(tree).flatMap(allParts)];

/** A description of the smallest subformula for which the two sides differ. */
async function smallestDifference({ tree, decimals }: FormulaCase, id: number): Promise<string> {
  for (const part of allParts(tree).toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    const formula = formulaOf(part);
    if (!formula) continue;
    const one = { tree: part, formula, decimals };
    const here = resultHere(one, rowOf(id));
    const there = await thereAlone(one, id);
    if (here === there) continue;
    const used = new Set(allParts(part).flatMap((each) => (each.kind === 'field' ? [each.name] : [])));
    const values = JSON.stringify(Object.fromEntries([...used].map((name) => [name, rowOf(id)[name]])));
    return `seed ${seed}: ${formulaText(part)} of ${values}, ${decimals} decimals: ${here} here, ${there} there`;
  }
  return `seed ${seed}: no part of ${formulaText(tree)} differs alone`;
}

/** The difference in a batch; null when both sides agree on all of it. */
async function difference(cases: readonly FormulaCase[], ids: readonly number[]): Promise<string | null> {
  const found = await database.results(cases, ids).catch(() => null);
  for (const [at, one] of cases.entries())
    for (const [place, id] of ids.entries()) {
      const there = found ? (found[place]?.[at] ?? null) : await thereAlone(one, id);
      if (there !== resultHere(one, rowOf(id))) return smallestDifference(one, id);
    }
  return found ? null : `seed ${seed}: a statement failed none of whose formulas fails alone`;
}

const namesIn = (formula: Formula): string[] =>
  formula.kind === 'call' ? [formula.name, ...formula.args.flatMap(namesIn)] : [];

it(`JavaScript and SQL agree on ${amount} random formulas`, { timeout: 300_000 }, async () => {
  const uses = new Map<string, number>(functionNames.map((name) => [name, 0]));
  let filled = 0;
  let all = 0;
  for (let done = 0; done < amount; done += perStatement) {
    const cases = Array.from({ length: perStatement }, newCase);
    const ids = [...new Set(Array.from({ length: rowsPerFormula }, () => roll(rowCount)))];
    expect(await difference(cases, ids), 'the smallest difference').toBeNull();
    for (const one of cases) {
      for (const name of new Set(namesIn(one.formula))) uses.set(name, (uses.get(name) ?? 0) + 1);
      all += ids.length;
      filled += ids.filter((id) => resultHere(one, rowOf(id)) !== null).length;
    }
  }
  // a function that hardly occurred is not proven, nor by results that are empty on both sides
  expect([...uses].filter(([, count]) => count < amount / 50)).toEqual([]);
  expect(filled / all).toBeGreaterThan(0.6);
});
