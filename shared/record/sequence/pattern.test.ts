import { describe, expect, it } from 'vitest';
import { formatNumber, matchNumber, periodOf } from '#shared/record/sequence/number-text.ts';
import { readPattern, resets, scopeProblem, type Pattern, type Reset } from '#shared/record/sequence/pattern.ts';

const read = (written: string): Pattern => {
  const result = readPattern(written);
  if (!result.ok) throw new Error(result.problem.code);
  return result.pattern;
};
const day = '2026-11-22';
const texts: Readonly<Record<string, string>> = { 'contract_id.num': 'HT-7', 'department.name': '一部' };
const textOf = ({ relation, fieldName }: { relation: string; fieldName: string }) =>
  texts[`${relation}.${fieldName}`] ?? '';

describe('a pattern', () => {
  it.each([
    ['', 'sequence.empty'],
    ['HT', 'sequence.counter'],
    ['HT-{yyyy}', 'sequence.counter'],
    ['{00}-{00}', 'sequence.counter'],
    ['HT-{0000', 'sequence.brace'],
    ['HT-0000}', 'sequence.brace'],
    ['HT-{{0000}}', 'sequence.brace'],
    ['{YYYY}{0000}', 'sequence.part'],
    ['{}{0000}', 'sequence.part'],
    ['{1}', 'sequence.part'],
    ['{0000000000000}', 'sequence.part'],
    ['{.num}{00}', 'sequence.part'],
    ['{contract_id.}{00}', 'sequence.part'],
  ])('%s is refused as %s', (written, code) => {
    expect(readPattern(written)).toMatchObject({ ok: false, problem: { code } });
  });

  it.each([
    ['HT-{0000}', 'never', '', null],
    ['HT-{0000}', 'yearly', '', 'sequence.reset'],
    ['HT-{yyyy}{0000}', 'yearly', '', null],
    ['HT-{yy}{0000}', 'yearly', '', null],
    ['HT-{yyyy}{0000}', 'monthly', '', 'sequence.reset'],
    ['HT-{MM}{0000}', 'monthly', '', 'sequence.reset'],
    ['HT-{yy}{MM}{0000}', 'monthly', '', null],
    ['HT-{yyyy}{MM}{0000}', 'daily', '', 'sequence.reset'],
    ['HT-{yyyy}{MM}{dd}{0000}', 'daily', '', null],
    ['HT-{0000}', 'never', 'department', 'sequence.scope'],
    ['{contract_id.num}-{00}', 'never', 'department', 'sequence.scope'],
    ['{department.name}-{00}', 'never', 'department', null],
    ['{contract_id.num}-{00}', 'never', 'contract_id', null],
  ] as const)('%s, reset %s, per “%s”: %s', (written, reset, per, code) => {
    expect(scopeProblem(read(written), reset, per)?.code ?? null).toBe(code);
  });
});

describe('a number', () => {
  it.each([
    ['HT-{yyyy}{MM}-{0000}', 7, 'HT-202611-0007'],
    ['HT-{yy}{MM}{dd}{00}', 7, 'HT-26112207'],
    ['{00}', 123, '123'],
    ['{contract_id.num}-{00}', 1, 'HT-7-01'],
    ['{department.name}{0}号', 9, '一部9号'],
  ])('of %s and %d is %s', (written, counter, number) => {
    expect(formatNumber(read(written), counter, day, textOf)).toBe(number);
  });

  it.each([
    ['HT-{yyyy}{MM}-{0000}', 'monthly', 'HT-202611-0007', { counter: 7, period: '2026-11' }],
    ['HT-{yyyy}{MM}-{0000}', 'yearly', 'HT-202610-12345', { counter: 12345, period: '2026' }],
    ['HT-{yyyy}{MM}-{0000}', 'never', 'HT-202510-0001', { counter: 1, period: '' }],
    ['{0000}{yy}', 'yearly', '000726', { counter: 7, period: '2026' }],
    ['{00}{yy}', 'yearly', '123426', { counter: 1234, period: '2026' }],
    ['{contract_id.num}-{00}', 'never', 'HT-7-03', { counter: 3, period: '' }],
    ['{contract_id.num}-{00}', 'never', 'HT-8-03', null],
    ['HT-{0000}', 'never', 'HT-007', null],
    ['HT-{0000}', 'never', 'HT-00007', null],
    ['HT-{0000}', 'never', 'HT-0000', null],
    ['HT-{0000}', 'never', 'HT-０００７', null],
    ['HT-{0000}', 'never', 'ht-0007', null],
    ['HT-{0000}', 'never', 'HT-0007 ', null],
    ['HT-{0000}', 'never', 'HT-', null],
    ['HT-{0000}', 'never', '', null],
    ['HT-{0000}', 'never', `HT-${'9'.repeat(13)}`, null],
    ['HT-{yyyy}{MM}-{0000}', 'monthly', 'HT-202613-0001', null],
    ['{yyyy}/{yy}-{00}', 'yearly', '2026/25-01', null],
    ['{MM}{MM}-{00}', 'never', '1112-01', null],
  ] as const)('by %s, reset %s: %s means %o', (written, reset, number, matched) => {
    expect(matchNumber(read(written), number, reset, textOf)).toEqual(matched);
  });

  it('gives back its counter and its period, whatever the pattern', () => {
    // a separate generator, so that a failure can be reproduced
    let seed = 20_261_122;
    const dice = (sides: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * sides);
    };
    const pieces = [
      'HT',
      '-',
      '7',
      '00',
      '合同',
      '{yyyy}',
      '{yy}',
      '{MM}',
      '{dd}',
      '{contract_id.num}',
      '{department.name}',
    ];
    let cases = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const before = Array.from({ length: dice(4) }, () => pieces[dice(pieces.length)]).join('');
      const after = Array.from({ length: dice(4) }, () => pieces[dice(pieces.length)]).join('');
      const pattern = read(`${before}{${'0'.repeat(1 + dice(6))}}${after}`);
      const reset: Reset = resets[dice(resets.length)] ?? 'never';
      if (scopeProblem(pattern, reset, '')) continue;
      cases += 1;
      const counter = 1 + dice(10 ** (1 + dice(8)));
      const pad = (value: number) => String(value).padStart(2, '0');
      const made = `20${pad(dice(100))}-${pad(1 + dice(12))}-${pad(1 + dice(28))}`;
      const number = formatNumber(pattern, counter, made, textOf);
      expect([number, matchNumber(pattern, number, reset, textOf)]).toEqual([
        number,
        { counter, period: periodOf(reset, made) },
      ]);
    }
    expect(cases).toBeGreaterThan(4000);
  });
});
