import { describe, expect, it } from 'vitest';
import { draftOf, readDraft, seenAfter } from '#web/record/form/form-draft.ts';

const start = { name: '云图', remark: '旧', tags: ['甲'] };

describe('the stored draft of a form', () => {
  it('contains changed values, with the version that they are based on', () => {
    expect(draftOf(start, { values: { ...start, tags: ['甲'] }, seen: 4 })).toBeNull();
    const draft = draftOf(start, { values: { ...start, remark: '新', tags: [] }, seen: 4 });
    expect(JSON.parse(draft ?? '')).toEqual({ values: { remark: '新', tags: [] }, seen: 4 });
  });

  it('is restored over later changes of others, and stays based on the earlier version', () => {
    const draft = draftOf(start, { values: { ...start, remark: '新' }, seen: 4 });
    const fresh = { name: '云图科技', remark: '别人的', tags: ['乙'] };
    expect(readDraft(draft, fresh, 6)).toEqual({ values: { ...fresh, remark: '新' }, seen: 4 });
  });

  it('of a new record has no version', () => {
    const draft = draftOf(start, { values: { ...start, remark: '新' }, seen: undefined });
    expect(readDraft(draft, start, undefined)).toEqual({ values: { ...start, remark: '新' }, seen: undefined });
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no draft', 'null'],
    ['all values, as they once were stored', JSON.stringify({ ...start, remark: '新' })],
    ['changes to no version', JSON.stringify({ values: { remark: '新' } })],
    ['changes of fields that are gone', JSON.stringify({ values: { gone: '新' }, seen: 4 })],
  ])('is left out when it is %s', (_what, stored) => {
    expect(readDraft(stored, start, 6)).toEqual({ values: start, seen: 6 });
  });
});

it('is based on the version written by itself, but on none with changes of others', () => {
  expect(seenAfter(4, 5)).toBe(5);
  expect(seenAfter(4, 6)).toBe(4);
  // nothing was different
  expect(seenAfter(4, 4)).toBe(4);
  expect(seenAfter(undefined, 5)).toBeUndefined();
});
