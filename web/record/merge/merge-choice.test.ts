import { describe, expect, it } from 'vitest';
import { choiceOf, comingAlong, likelySurvivor, takenOf, type MergePreview } from '#web/record/merge/merge-choice.ts';

const row = (id: number, createTime: string, moves: MergePreview['rows'][number]['moves'] = []) => ({
  id,
  name: `客户${id}`,
  version: 1,
  ownerUserName: '王芳',
  createTime,
  mayWrite: 1,
  moves,
});
const followUps = (total: number) => ({ kind: 'follow_up', name: '跟进记录', total });
const members = (total: number) => ({ kind: 'member', name: '团队成员', total });
const field = (fieldName: string, texts: readonly string[]) => ({
  fieldName,
  name: fieldName,
  values: texts.map((text, at) => ({ id: at + 1, text })),
});
const preview: MergePreview = {
  isAlike: 1,
  rows: [
    row(1, '2026-01-02 00:00:00', [followUps(1), members(2)]),
    row(2, '2026-01-01 00:00:00', [followUps(3)]),
    row(3, '2025-01-01 00:00:00', [followUps(2), members(1)]),
  ],
  fields: [field('mobile', ['139', '', '137']), field('website', ['', '', 'c.cn']), field('remark', ['甲', '乙', ''])],
};

describe('the survivor', () => {
  it('is the one with most dependent records, then the oldest', () => {
    expect(likelySurvivor(preview.rows)).toBe(3);
    expect(likelySurvivor([row(1, '2026-01-02'), row(2, '2026-01-01')])).toBe(2);
    expect(likelySurvivor([row(5, '2026-01-01'), row(4, '2026-01-01')])).toBe(4);
  });
});

describe('values', () => {
  it('are the survivor’s, or the first available, unless chosen', () => {
    expect(choiceOf(preview, 2, {})).toEqual({ mobile: 1, website: 3, remark: 2 });
    expect(choiceOf(preview, 3, {})).toEqual({ mobile: 3, website: 3, remark: 1 });
    expect(choiceOf(preview, 2, { mobile: 2, remark: 1 })).toEqual({ mobile: 2, website: 3, remark: 1 });
  });

  it('equal to the survivor’s are not sent', () => {
    expect(takenOf({ mobile: 3, website: 2, remark: 1 }, 3)).toEqual({ website: 2, remark: 1 });
  });
});

it('counts what moves from the others, people separately', () => {
  expect(comingAlong(preview, 3)).toEqual([{ name: '跟进记录', total: 4 }]);
});
