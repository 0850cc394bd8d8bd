import { sql } from 'kysely';
import '#server/record/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import { powers, type Power } from '#shared/record/calls/ownership-calls.ts';
import { columnKey } from '#server/record/bulk-sheets/columns.ts';
import { readPeople, type People } from '#server/record/bulk-sheets/find-people.ts';
import type { TargetLine } from '#server/record/bulk-sheets/find-records.ts';
import { recordsOf, type Deed, type Plan, type Planning } from '#server/record/bulk-sheets/plan.ts';
import { choiceOf } from '#server/record/bulk-sheets/choices.ts';
import { putMembers, removeMembers } from '#server/record/ownership/team.ts';

interface TeamDeed extends Deed {
  readonly memberIds: readonly number[];
  readonly power: Power;
}

const separators = /[,，、;；\n]/;

/** Adds people to teams, one or several per row; people with that power already are skipped. */
export async function planTeam(planning: Planning): Promise<Plan> {
  const { db, actor, type, lines, report } = planning;
  const people = await readPeople(db, actor);
  const current = await teamsOf(planning);
  const wanted = new Map<string, { row: number; power: Power }>();
  const deeds = lines.flatMap((line): TeamDeed[] => {
    const { row, record } = line;
    const memberIds = membersOf(line, people, planning);
    const power = choiceOf(line.values.power, [
      [powers.read, ['team.read', 1]],
      [powers.write, ['team.write', 2]],
    ]);
    if (power === undefined) {
      const params = { name: translate(actor.language, columnKey('power')), value: line.values.power ?? '' };
      report.fail(row, 'bulk_sheet.row.value', params);
    }
    if (!memberIds || power === undefined) return [];
    if (record.ownerUserId !== null && memberIds.includes(record.ownerUserId)) {
      report.fail(row, 'team.owner');
      return [];
    }
    const said = memberIds.map((userId) => wanted.get(`${record.id}/${userId}`));
    const other = said.find((one) => one && one.power !== power);
    if (other) {
      report.fail(row, 'bulk_sheet.row.conflict', { row: other.row });
      return [];
    }
    const fresh = memberIds.filter((userId, at) => !said[at] && current.get(`${record.id}/${userId}`) !== power);
    for (const userId of fresh) wanted.set(`${record.id}/${userId}`, { row, power });
    if (fresh.length === 0) report.skip(row);
    return deedsOf(row, record.id, fresh, power);
  });
  return {
    deeds,
    perform: async (some, operationId) => {
      const [{ memberIds, power }] = some as readonly [TeamDeed];
      await putMembers(db, actor, type, { ids: recordsOf(some), memberIds, power, operationId }, 'members_added');
    },
  };
}

/** Removes people from teams; people who are not members are skipped, and former employees can be removed too. */
export async function planTeamRemoval(planning: Planning): Promise<Plan> {
  const { db, actor, type, lines, report } = planning;
  const people = await readPeople(db, actor);
  const current = await teamsOf(planning);
  const deeds = lines.flatMap((line): TeamDeed[] => {
    const { row, record } = line;
    const memberIds = membersOf(line, people, planning, { withFormer: true });
    if (!memberIds) return [];
    // also removed from the known team, so that a repeating row is skipped
    const fresh = memberIds.filter((userId) => current.delete(`${record.id}/${userId}`));
    if (fresh.length === 0) report.skip(row);
    return deedsOf(row, record.id, fresh, powers.read);
  });
  return {
    deeds,
    perform: async (some, operationId) => {
      const [{ memberIds }] = some as readonly [TeamDeed];
      await removeMembers(db, actor, type, { ids: recordsOf(some), memberIds, operationId });
    },
  };
}

function deedsOf(row: number, recordId: number, memberIds: readonly number[], power: Power): TeamDeed[] {
  if (memberIds.length === 0) return [];
  const group = `${power}/${memberIds.toSorted((left, right) => left - right).join(',')}`;
  return [{ row, recordId, group, memberIds, power }];
}

/** The people of a row, or null when an unknown one has been reported. */
function membersOf(
  { row, values }: TargetLine,
  people: People,
  { actor, report }: Planning,
  options: { readonly withFormer?: boolean } = {},
): number[] | null {
  const names = (values.members ?? '').split(separators).map((name) => name.trim());
  const found = names.filter((name) => name !== '').map((name) => people.find(name, options));
  if (found.length === 0) {
    report.fail(row, 'field.required', { name: translate(actor.language, columnKey('members')) });
    return null;
  }
  for (const one of found) if (typeof one !== 'number') report.fail(row, one.key, one.params);
  const ids = found.filter((one) => typeof one === 'number');
  return ids.length === found.length ? [...new Set(ids)] : null;
}

/** The current members of the teams, as `record/person` with the power. */
async function teamsOf({ db, type, lines }: Planning): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; power: number }>`
    select record_id || '/' || user_id as key, power from record_team
    where type_code = ${type.code} and record_id = any(${lines.map(({ record }) => record.id)}::bigint[])`.execute(db);
  return new Map(rows.map(({ key, power }) => [key, power]));
}
