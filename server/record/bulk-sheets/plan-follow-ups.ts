import type { Actor } from '#server/platform/access/actor.ts';
import { translate } from '#shared/i18n/translate.ts';
import { withEmojiNames } from '#shared/text/emoji.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { dateOf } from '#shared/record/time.ts';
import type { ErrorParams } from '#shared/wire/error-codes.ts';
import { columnKey } from '#server/record/bulk-sheets/columns.ts';
import { readPeople, type People } from '#server/record/bulk-sheets/find-people.ts';
import type { TargetLine } from '#server/record/bulk-sheets/find-records.ts';
import { addFollowUps, statesOf, type ForeignFollowUp } from '#server/record/bulk-sheets/follow-up-rows.ts';
import type { RowFault } from '#server/record/bulk-sheets/read-rows.ts';
import type { Deed, Plan, Planning } from '#server/record/bulk-sheets/plan.ts';
import { followUpCategories, kindMeant, unknownKind } from '#server/record/follow-ups/kinds.ts';
import { mayWriteAs } from '#server/record/access/scope.ts';

/** Maximum lengths, as for a single follow-up. */
const longest = { content: 1000, category: 50 } as const;

interface FollowUpDeed extends Deed {
  readonly followUp: ForeignFollowUp;
}

/** Writes the follow-ups of the rows with their author and time; existing ones are skipped. */
export async function planFollowUps({ db, actor, type, lines, report }: Planning): Promise<Plan> {
  const people = await readPeople(db, actor);
  const kinds = await followUpCategories(db);
  const read = lines.flatMap((line): FollowUpDeed[] => {
    const followUp = followUpOf(line, people, kinds, actor, type);
    if (!('key' in followUp)) return [{ row: line.row, recordId: line.record.id, group: '', followUp }];
    report.fail(line.row, followUp.key, followUp.params);
    return [];
  });
  const states = await statesOf(
    db,
    type,
    read.map(({ followUp }) => followUp),
  );
  const seen = new Set<string>();
  const deeds = read.filter(({ row, followUp }, at) => {
    const { recordId, userId, time, content } = followUp;
    const key = JSON.stringify([recordId, userId, time, content]);
    const isOld = seen.has(key) || states[at]?.isKnown === true;
    const isFuture = states[at]?.isFuture === true;
    if (isFuture) report.fail(row, 'bulk_sheet.row.future');
    else if (isOld) report.skip(row);
    seen.add(key);
    return !isFuture && !isOld;
  });
  return {
    deeds,
    perform: (some, operationId) =>
      addFollowUps(
        db,
        actor,
        type,
        (some as readonly FollowUpDeed[]).map(({ followUp }) => followUp),
        operationId,
      ),
  };
}

function followUpOf(
  { record, values }: TargetLine,
  people: People,
  kinds: readonly string[],
  actor: Actor,
  type: RecordType,
): ForeignFollowUp | RowFault {
  const { content, category } = values;
  const label = (name: Parameters<typeof columnKey>[0]) => translate(actor.language, columnKey(name));
  const fault = (key: RowFault['key'], params: ErrorParams): RowFault => ({ key, params });
  if (content === undefined) return fault('field.required', { name: label('content') });
  if (category === undefined) return fault('field.required', { name: label('category') });
  if (content.length > longest.content)
    return fault('field.too_long', { name: label('content'), max: longest.content });
  if (category.length > longest.category)
    return fault('field.too_long', { name: label('category'), max: longest.category });
  const kind = kindMeant(kinds, category);
  if (kind === undefined) return fault('followup.category_unknown', unknownKind(kinds, category, actor.language));
  const time = values.time === undefined ? null : dateOf(values.time);
  if (time === null && values.time !== undefined) return fault('field.date', { name: label('time') });
  const nextTime = values.next_time === undefined ? null : dateOf(values.next_time);
  if (nextTime === null && values.next_time !== undefined) return fault('field.date', { name: label('next_time') });
  // former employees may have written it
  const userId = values.author === undefined ? actor.userId : people.find(values.author, { withFormer: true });
  if (typeof userId !== 'number') return userId;
  if (!mayWriteAs(actor, type, userId)) return fault('bulk_sheet.row.author', { name: values.author ?? '' });
  return {
    recordId: record.id,
    userId,
    time,
    content: withEmojiNames(content),
    category: kind,
    nextTime,
  };
}
