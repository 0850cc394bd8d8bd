import type { PlannedRow, Superior } from '#server/modules/admin/staff-sheets/plan/planned-row.ts';
import { usernameOf } from '#server/modules/admin/staff-sheets/plan/read-person.ts';
import type { StaffState } from '#server/modules/admin/staff-sheets/state.ts';
import type { RowProblem } from '#server/record/import/rows.ts';

type Named = Pick<PlannedRow['read'], 'username' | 'realname' | 'num'>;
/** Those who have a name or staff number, by login name. */
type Known = Map<string, Map<string, Superior>>;

function addTo(known: Known, word: string, key: string, superior: Superior): void {
  const alike = known.get(word) ?? new Map<string, Superior>();
  if (!alike.has(key)) alike.set(key, superior);
  known.set(word, alike);
}

const onlyOne = (alike: ReadonlyMap<string, Superior> | undefined): Superior | undefined =>
  alike?.size === 1 ? [...alike.values()][0] : undefined;

/** Finds the superiors that rows name, among the people who are here and those of the sheet. */
export function superiorFinder(rows: readonly PlannedRow[], { people }: StaffState) {
  const byUsername = new Map<string, Superior>();
  const byName: Known = new Map();
  const byNum: Known = new Map();
  const add = ({ username, realname, num }: Named, superior: Superior): void => {
    const key = username.toLowerCase();
    if (!byUsername.has(key)) byUsername.set(key, superior);
    addTo(byName, realname, key, superior);
    if (num !== '') addTo(byNum, num.toLowerCase(), key, superior);
  };
  for (const person of people) add(person, { userId: person.userId });
  for (const { read, person, source } of rows) add(read, person ? { userId: person.userId } : { row: source.row });
  const numbered = (num: string): Superior | undefined =>
    byUsername.get(usernameOf(num).toLowerCase()) ?? onlyOne(byNum.get(num.toLowerCase()));

  /** Null without one. */
  const find = ({ read, person, source }: PlannedRow): Superior | RowProblem | null => {
    const { superior: written } = read;
    if (written === '') return null;
    const fault = (code: RowProblem['code']): RowProblem => ({
      code,
      params: { name: written.slice(0, 50) },
      column: 'superior',
    });
    const named = byName.get(written);
    // 王五(13800000001) says both, and so does 王五(A-7)
    const inside = /[)）]$/.test(written) ? written.slice(0, -1).split(/[(（]/).at(-1)?.trim() : undefined;
    const found = numbered(written) ?? (inside === undefined ? undefined : numbered(inside)) ?? onlyOne(named);
    const alike = named ?? byNum.get((inside ?? written).toLowerCase());
    if (!found) return fault(alike ? 'staff_sheet.superior_several' : 'staff_sheet.superior_unknown');
    const isSelf = 'row' in found ? found.row === source.row : found.userId === person?.userId;
    return isSelf ? fault('staff_sheet.superior_self') : found;
  };

  /** Those of the written rows whose superiors lead back to themselves. */
  const loops = <R extends PlannedRow>(written: readonly R[]): R[] => {
    const keyOf = (superior: Superior): string =>
      'row' in superior ? `row ${superior.row}` : `user ${superior.userId}`;
    const above = new Map<string, string>();
    for (const { userId, parentId } of people) if (parentId !== 0) above.set(`user ${userId}`, `user ${parentId}`);
    const ownKey = ({ person, source }: PlannedRow): string =>
      keyOf(person ? { userId: person.userId } : { row: source.row });
    for (const row of written) if (row.superior) above.set(ownKey(row), keyOf(row.superior));
    const looping = loopsOf(above);
    return written.filter((row) => row.superior && looping.has(ownKey(row)));
  };
  return { find, loops };
}

/** Everybody who is in a loop of superiors. */
export function loopsOf(above: ReadonlyMap<string, string>): Set<string> {
  const looping = new Set<string>();
  const seen = new Set<string>();
  for (const start of above.keys()) {
    const way: string[] = [];
    const onWay = new Map<string, number>();
    let at: string | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      onWay.set(at, way.length);
      way.push(at);
      at = above.get(at);
    }
    const begin = at === undefined ? undefined : onWay.get(at);
    if (begin !== undefined) for (const one of way.slice(begin)) looping.add(one);
  }
  return looping;
}
