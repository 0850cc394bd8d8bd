import { describe, expect, it } from 'vitest';
import { blockText, rangeOf } from '#web/record/table/cell-range.ts';
import { blockOf, place } from '#web/record/table/clipboard/cell-block.ts';

const grid = { ids: [11, 12, 13], fields: ['name', 'mobile', 'level'] };

describe('a block of a sheet', () => {
  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\r\nb\r\n', [['a'], ['b']]],
    ['"一\n二"\t"说""好"""\n', [['一\n二', '说"好"']]],
    ['5" 屏\t', [['5" 屏', '']]],
    ['', [['']]],
  ])('%j is read cell by cell', (text, rows) => {
    expect(blockOf(text)).toEqual(rows);
    expect(blockOf(blockText(rows))).toEqual(rows);
  });
});

describe('the chosen cells', () => {
  it('lie between two of them, whichever came first', () => {
    const [one, other] = [
      { id: 13, field: 'mobile' },
      { id: 12, field: 'level' },
    ];
    expect(rangeOf(grid, one, other)).toEqual({ ids: [12, 13], fields: ['mobile', 'level'] });
    expect(rangeOf(grid, one, null)).toEqual({ ids: [13], fields: ['mobile'] });
    expect(rangeOf(grid, { id: 13, field: null }, null)).toEqual({ ids: [], fields: [] });
  });

  it('take a block from their first cell on, as far as the list goes', () => {
    const placed = place(
      [
        ['1', 'A'],
        ['2', 'B'],
        ['3', 'C'],
      ],
      grid,
      { ids: [12], fields: ['level'] },
    );
    expect(placed.columns).toEqual([{ fieldName: 'level', texts: ['1', '2'] }]);
    expect([placed.ids, placed.lostRows, placed.lostColumns]).toEqual([[12, 13], 1, 1]);
  });

  it('are all filled by one value', () => {
    const placed = place([['x']], grid, { ids: [11, 12, 13], fields: ['mobile', 'level'] });
    expect(placed.columns.map(({ texts }) => texts)).toEqual([
      ['x', 'x', 'x'],
      ['x', 'x', 'x'],
    ]);
  });
});
