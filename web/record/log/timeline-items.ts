import type { FollowUpRow } from '#shared/record/calls/record-calls.ts';
import type { HistoryRow } from '#shared/record/calls/record-log-calls.ts';

interface Item {
  readonly key: string;
  readonly time: string;
  /** A heading with the day stands above it. */
  readonly isFirstOfDay: boolean;
}

interface FollowUpItem extends Item {
  readonly followUp: FollowUpRow;
  /** Of the same person, day and kind as the one above it. */
  readonly isContinued: boolean;
}

interface ChangeItem extends Item {
  readonly changes: readonly [HistoryRow, ...HistoryRow[]];
}

export type TimelineItem = FollowUpItem | ChangeItem;

const dayOf = (time: string): string => time.slice(0, 10);

/** Follow-ups and changes in one order, the newest first; what one person changed in a row on a day is one item. */
export function timelineOf(followUps: readonly FollowUpRow[], changes: readonly HistoryRow[]): TimelineItem[] {
  const all = [...followUps, ...changes].sort((left, right) =>
    left.createTime < right.createTime ? 1 : left.createTime > right.createTime ? -1 : 0,
  );
  const items: TimelineItem[] = [];
  for (const row of all) {
    const before = items.at(-1);
    const time = row.createTime;
    const isFirstOfDay = before === undefined || dayOf(before.time) !== dayOf(time);
    const above = isFirstOfDay ? undefined : before;
    if ('recordId' in row) {
      items.push({
        key: `follow-up ${row.recordId}`,
        time,
        isFirstOfDay,
        followUp: row,
        isContinued: above !== undefined && 'followUp' in above && isSameVoice(above.followUp, row),
      });
    } else if (above && 'changes' in above && above.changes[0].createUserId === row.createUserId)
      items[items.length - 1] = { ...above, changes: [...above.changes, row] };
    else items.push({ key: `change ${row.id}`, time, isFirstOfDay, changes: [row] });
  }
  return items;
}

const isSameVoice = (one: FollowUpRow, other: FollowUpRow): boolean =>
  one.createUserId === other.createUserId &&
  one.category === other.category &&
  one.types === other.types &&
  one.typesId === other.typesId;
