import { expect, it } from 'vitest';
import { pageWindow } from '#web/modules/crm/enterprise/page-window.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  // 101 companies, 20 a page
  [1, 6, [1, 2, 3, 4, 5]],
  [4, 6, [2, 3, 4, 5, 6]],
  [6, 6, [2, 3, 4, 5, 6]],
  [25, 50, [23, 24, 25, 26, 27]],
  [1, 0, []],
])('page %d of %d has the buttons %j', (page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
