import { translate } from '#shared/i18n/translate.ts';
import { powers, type Power } from '#shared/record/calls/ownership-calls.ts';
import { choiceOf } from '#server/record/bulk-sheets/choices.ts';
import { columnKey } from '#server/record/bulk-sheets/columns.ts';
import { readPeople } from '#server/record/bulk-sheets/find-people.ts';
import type { TargetLine } from '#server/record/bulk-sheets/find-records.ts';
import { recordsOf, type Deed, type Plan, type Planning } from '#server/record/bulk-sheets/plan.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';
import { removeRecords } from '#server/record/recycle/remove.ts';

/** Deletes the records of the rows. */
export const planDeletion = async ({ db, actor, type, lines, report }: Planning): Promise<Plan> => ({
  deeds: firstOfEach(lines, report.skip.bind(report)),
  perform: async (deeds, operationId) => {
    await removeRecords(db, actor, type, recordsOf(deeds), {}, operationId);
  },
});

/** Releases the records of the rows; those in the pool stay there. */
export async function planPool({ db, actor, lines, report, pool }: Planning): Promise<Plan> {
  if (!pool) throw new Error('a sheet for the pool of a type without one');
  const refused = await pool.refused(
    db,
    lines.map(({ record }) => record.id),
  );
  const fitting = lines.filter(({ row, record }) => {
    const code = refused.get(record.id);
    if (code) report.fail(row, code);
    else if (record.ownerUserId === null) report.skip(row);
    return !code && record.ownerUserId !== null;
  });
  return {
    deeds: firstOfEach(fitting, report.skip.bind(report)),
    perform: async (deeds, operationId) => {
      await pool.put(db, actor, recordsOf(deeds), operationId);
    },
  };
}

/** A row that repeats a record has no effect. */
function firstOfEach(lines: readonly TargetLine[], skip: (row: number) => void): Deed[] {
  const seen = new Set<number>();
  return lines.flatMap(({ row, record: { id } }) => {
    if (seen.has(id)) skip(row);
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ row, recordId: id, group: '' }];
  });
}

interface OwnerDeed extends Deed {
  readonly newOwnerUserId: number;
  readonly oldOwnerKeeps: Power | null;
}

/** Assigns the records of the rows to other owners. */
export async function planOwner({ db, actor, type, lines, report, userId }: Planning): Promise<Plan> {
  const people = await readPeople(db, actor);
  const wanted = new Map<number, OwnerDeed>();
  for (const { row, record, values } of lines) {
    const owner = values.new_owner === undefined ? userId : people.find(values.new_owner);
    const oldOwnerKeeps = choiceOf<Power | null>(values.old_owner, [
      [null, ['bulk_sheet.old.remove']],
      [powers.read, ['bulk_sheet.old.keep', 'team.read']],
      [powers.write, ['team.write']],
    ]);
    if (owner === undefined)
      report.fail(row, 'field.required', { name: translate(actor.language, columnKey('new_owner')) });
    else if (typeof owner !== 'number') report.fail(row, owner.key, owner.params);
    else if (oldOwnerKeeps === undefined)
      report.fail(row, 'bulk_sheet.row.value', {
        name: translate(actor.language, columnKey('old_owner')),
        value: values.old_owner ?? '',
      });
    else {
      const group = `${owner}/${oldOwnerKeeps}`;
      const first = wanted.get(record.id);
      if (first && first.group !== group) report.fail(row, 'bulk_sheet.row.conflict', { row: first.row });
      else if (first || owner === record.ownerUserId) report.skip(row);
      else wanted.set(record.id, { row, recordId: record.id, group, newOwnerUserId: owner, oldOwnerKeeps });
    }
  }
  return {
    deeds: [...wanted.values()],
    perform: async (deeds, operationId) => {
      const [{ newOwnerUserId, oldOwnerKeeps }] = deeds as readonly [OwnerDeed];
      await transferRecords(db, actor, type, {
        ids: recordsOf(deeds),
        newOwnerUserId,
        oldOwnerKeeps,
        along: [],
        operationId,
      });
    },
  };
}
