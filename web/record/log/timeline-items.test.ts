import { expect, it } from 'vitest';
import { timelineOf } from '#web/record/log/timeline-items.ts';
import type { FollowUpRow } from '#shared/record/calls/record-calls.ts';
import type { HistoryRow } from '#shared/record/calls/record-log-calls.ts';

const said = (recordId: number, createTime: string, createUserId = 1, category = '打电话') =>
  ({ recordId, createTime, createUserId, category, types: 'crm_customer', typesId: 1 }) as FollowUpRow;
const changed = (id: number, createTime: string, createUserId = 1) =>
  ({ id, createTime, createUserId, content: [`${id}`] }) as HistoryRow;

it('puts changes between the follow-ups of their day, and folds what one person did in a row', () => {
  const items = timelineOf(
    [
      said(4, '2026-11-24 10:00:00'),
      said(3, '2026-11-24 09:00:00'),
      said(2, '2026-11-24 08:00:00', 1, '发短信'),
      said(1, '2026-11-23 23:00:00', 1, '发短信'),
    ],
    [
      changed(9, '2026-11-24 08:30:00'),
      changed(8, '2026-11-24 08:20:00'),
      changed(7, '2026-11-24 08:10:00', 2),
      changed(6, '2026-11-23 08:00:00', 2),
    ],
  );
  expect(
    items.map((item) => [
      item.key,
      item.isFirstOfDay,
      'changes' in item ? item.changes.map(({ id }) => id) : item.isContinued,
    ]),
  ).toEqual([
    ['follow-up 4', true, false],
    ['follow-up 3', false, true],
    ['change 9', false, [9, 8]],
    ['change 7', false, [7]],
    ['follow-up 2', false, false],
    ['follow-up 1', true, false],
    ['change 6', false, [6]],
  ]);
  expect(timelineOf([], [])).toEqual([]);
});
