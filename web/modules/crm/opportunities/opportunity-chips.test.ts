import { expect, it } from 'vitest';
import { opportunityFlags } from '#web/modules/crm/opportunities/opportunity-chips.ts';

const labels = (row: Readonly<Record<string, unknown>>): string[] =>
  opportunityFlags({ isEnd: 0, nextTime: '2099-01-01 09:00:00', dealDate: '2099-01-01', ...row }).map(
    ({ label }) => label,
  );

it.each<[what: string, row: Readonly<Record<string, unknown>>, flags: readonly string[]]>([
  ['what is planned and not due yet', {}, []],
  ['a close date that has passed', { dealDate: '2020-01-31' }, ['opportunity.overdue']],
  ['nothing planned', { nextTime: '' }, ['opportunity.no_next']],
  ['both', { dealDate: '2020-01-31', nextTime: null }, ['opportunity.overdue', 'opportunity.no_next']],
  ['neither date', { dealDate: '' }, []],
  ['what has ended', { isEnd: 1, dealDate: '2020-01-31', nextTime: '' }, []],
])('flags %s', (_what, row, flags) => expect(labels(row)).toEqual(flags));

it('says nothing of a next contact that the reader does not see', () => {
  expect(opportunityFlags({ isEnd: 0, dealDate: '' })).toEqual([]);
});
