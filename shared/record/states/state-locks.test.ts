import { describe, expect, it } from 'vitest';
import type { Locks, StateColumn } from '#shared/record/states/state.ts';
import { isLockedWhole, lockedAmong } from '#shared/record/states/state-locks.ts';

const column = (name: string, locks: readonly (Locks | null | 'closed')[]): StateColumn => ({
  column: name,
  fieldName: name,
  values: locks.map((one, value) => ({
    value,
    label: 'approval.draft',
    kind: 'open',
    colour: 'neutral',
    ...(one === 'closed' ? { isClosed: true as const } : one === null ? {} : { locks: one }),
  })),
  transitions: {},
});
const type = {
  fields: [{ fieldName: 'name' }, { fieldName: 'phone' }, { fieldName: 'area_code', companionOf: 'phone' }],
  states: [
    column('check', [null, 'all', { except: ['phone'] }, { except: ['lines'] }]),
    column('issue', [null, ['phone', 'check'], ['lines'], 'closed']),
  ],
};
const changed = ['name', 'phone', 'area_code', '级别', 'lines', 'check', 'issue'];
const names = (states: Readonly<Record<string, unknown>>): string[] =>
  lockedAmong(type, states, changed).map(({ fieldName }) => fieldName);

describe('what states lock', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['nothing', { check: 0, issue: 0 }, []],
    ['nothing of a record that has no state yet', {}, []],
    ['nothing in a state that nobody declared', { check: 9 }, []],
    [
      'all fields, custom ones and the lines, but no other column of states',
      { check: 1, issue: 0 },
      ['name', 'phone', 'area_code', '级别', 'lines'],
    ],
    ['all but some, and what comes with these', { check: 2, issue: 0 }, ['name', '级别', 'lines']],
    ['all but the lines', { check: 3, issue: 0 }, ['name', 'phone', 'area_code', '级别']],
    [
      'what is named, with what comes with it, and a column of states',
      { check: 0, issue: 1 },
      ['phone', 'area_code', 'check'],
    ],
    ['the lines alone', { check: 0, issue: 2 }, ['lines']],
    ['all of what is over and done with', { check: 0, issue: 3 }, ['name', 'phone', 'area_code', '级别', 'lines']],
    ['what any of the columns locks', { check: 3, issue: 2 }, ['name', 'phone', 'area_code', '级别', 'lines']],
  ])('%s', (_what, states, locked) => expect(names(states)).toEqual(locked));

  it('is reported with the locking state', () => {
    const [first] = lockedAmong(type, { check: 0, issue: 1 }, ['area_code']);
    expect([first?.column.column, first?.state.value]).toEqual(['issue', 1]);
  });

  it('may be the whole record', () => {
    expect([0, 1, 2, 3].map((check) => isLockedWhole(type, { check, issue: 0 }))).toEqual([false, true, false, false]);
  });
});
