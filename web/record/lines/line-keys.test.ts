import { expect, it } from 'vitest';
import { acrossFrom, lineKeyOf } from '#web/record/lines/line-keys.ts';

const press = (pressed: string) => {
  const parts = pressed.split('+');
  return lineKeyOf({
    key: parts.at(-1) ?? '',
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    ctrlKey: parts.includes('Control'),
    metaKey: false,
  });
};

it.each([
  ['Tab', { act: 'across', by: 1 }],
  ['Shift+Tab', { act: 'across', by: -1 }],
  ['Enter', { act: 'down', by: 1 }],
  ['Shift+Enter', { act: 'down', by: -1 }],
  ['ArrowUp', { act: 'down', by: -1 }],
  ['Alt+ArrowDown', { act: 'move', by: 1 }],
  ['Control+d', { act: 'duplicate' }],
  ['Control+Delete', { act: 'remove' }],
  ['Control+z', { act: 'undo' }],
  ['Control+Enter', null],
  ['Control+Shift+z', null],
  ['ArrowLeft', null],
  ['a', null],
])('%s does %j', (pressed, expected) => {
  expect(press(pressed)).toEqual(expected);
});

it('skips read-only cells, continues in the next row, and leaves at the ends', () => {
  const table = { rows: 2, open: [0, 2, 5] };
  expect(acrossFrom({ row: 0, column: 0 }, 1, table)).toEqual({ row: 0, column: 2 });
  expect(acrossFrom({ row: 0, column: 5 }, 1, table)).toEqual({ row: 1, column: 0 });
  expect(acrossFrom({ row: 1, column: 0 }, -1, table)).toEqual({ row: 0, column: 5 });
  expect(acrossFrom({ row: 1, column: 5 }, 1, table)).toBeNull();
  expect(acrossFrom({ row: 0, column: 0 }, -1, table)).toBeNull();
});
