import { expect, it } from 'vitest';
import { foundOf, marked, markedAt, optionsOf, recentOf, type Marked } from '#web/shell/search/found.ts';

const shown = (parts: Marked) => parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

it('marks matches', () => {
  expect(shown(markedAt('北京云图科技', 0, 4))).toBe('[北京云图]科技');
  expect(shown(markedAt('𠮷野家', 1, 2))).toBe('𠮷[野]家');
  expect(shown(markedAt('云图', 0, 0))).toBe('云图');
  expect(shown(marked('13812345678', '1234'))).toBe('138[1234]5678');
  expect(shown(marked('ACME', 'cm'))).toBe('A[CM]E');
  expect(shown(marked('甲', ''))).toBe('甲');
  expect(marked('', 'x')).toEqual([]);
});

it('lists matches in their groups, and recently opened records', () => {
  const hit = { id: 3, name: '云图', markFrom: 0, markTo: 1, hint: '', ownerUserName: '王芳' };
  const groups = foundOf(
    [
      { types: 'crm_customer', list: [hit, { ...hit, id: 4 }] },
      { types: 'crm_leads', list: [hit] },
    ],
    'y',
  );
  expect(optionsOf(groups).map(({ types, id }) => [types, id])).toEqual([
    ['crm_customer', 3],
    ['crm_customer', 4],
    ['crm_leads', 3],
  ]);
  expect(recentOf([])).toEqual([]);
  expect(recentOf([{ types: 'crm_leads', id: 5, name: '线' }])).toMatchObject([
    { title: 'search.recent', options: [{ types: 'crm_leads', id: 5 }] },
  ]);
});
