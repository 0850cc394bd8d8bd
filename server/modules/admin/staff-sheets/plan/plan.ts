import { departmentFinder, type DepartmentPlace } from '#server/modules/admin/staff-sheets/plan/departments.ts';
import type { StaffRow } from '#server/modules/admin/staff-sheets/read.ts';
import type { PlannedRow } from '#server/modules/admin/staff-sheets/plan/planned-row.ts';
import { readPerson } from '#server/modules/admin/staff-sheets/plan/read-person.ts';
import { superiorFinder } from '#server/modules/admin/staff-sheets/plan/superiors.ts';
import type { StaffState } from '#server/modules/admin/staff-sheets/state.ts';
import type { RowProblem } from '#server/record/import/rows.ts';
import type { RowKind } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';

/** What the actor may do and has chosen. */
export interface PlanOptions {
  /** People who are here already are changed. */
  readonly updates: boolean;
  readonly mayUpdate: boolean;
  readonly mayMakeDepartments: boolean;
  /** Roles of new people whose row names none. */
  readonly roleIds: readonly number[];
  /** Rows that would give somebody more than the actor has, with the names of it. */
  readonly gaining?: ReadonlyMap<number, string>;
  /** People who are here may not be moved, for the same reason. */
  readonly noMoves?: string;
}

export interface StaffPlan {
  readonly rows: readonly PlannedRow[];
  /** Paths of departments that are made, those above first: under which one, and the names from there. */
  readonly departments: readonly DepartmentPlace[];
}

type Draft = { -readonly [K in keyof PlannedRow]: PlannedRow[K] } & { problems: RowProblem[] };

const problem = (code: RowProblem['code'], column: string, params: RowProblem['params'] = {}): RowProblem => ({
  code,
  params,
  column,
});

/** What the rows of a sheet come to in a state of the company. Pure, so that it is made anew when it is written. */
export function planStaff(rows: readonly StaffRow[], state: StaffState, options: PlanOptions): StaffPlan {
  const { find } = departmentFinder(state);
  const byUsername = new Map(state.people.map((person) => [person.username.toLowerCase(), person]));
  const firstRows = new Map<string, number>();
  const drafts = rows.map((source): Draft => {
    const read = readPerson(source.cells);
    const key = read.username.toLowerCase();
    const person = byUsername.get(key) ?? null;
    const problems = [...source.problems, ...read.problems];
    const first = firstRows.get(key);
    if (key !== '' && first !== undefined) problems.push(problem('staff_sheet.twice', 'username', { row: first }));
    else firstRows.set(key, source.row);
    if (person?.isDisabled) problems.push(problem('staff_sheet.disabled', 'username', { name: person.realname }));
    const place = read.dept === '' ? null : find(read.dept);
    if (read.dept !== '' && !place) problems.push(problem('staff_sheet.dept_path', 'dept'));
    if (!person) for (const missing of read.missing) problems.push(missing);
    if (place && place.made.length > 0 && !options.mayMakeDepartments && (!person || options.updates))
      problems.push(problem('staff_sheet.dept_right', 'dept', { name: place.made.join('/') }));
    return { source, kind: 'same', problems, person, read, place, superior: null, roleIds: [] };
  });
  const superiors = superiorFinder(drafts, state);
  for (const draft of drafts) {
    const found = superiors.find(draft);
    if (found && 'code' in found) draft.problems.push(found);
    else draft.superior = found;
    addRoles(draft, state, options);
    draft.kind = kindOf(draft, options);
  }
  refuseBelowRefused(drafts);
  for (let isLooping = true; isLooping;) {
    const looping = superiors.loops(drafts.filter((draft) => isWritten(draft, options)));
    for (const draft of looping) refuse(draft, problem('staff_sheet.loop', 'superior'));
    isLooping = looping.length > 0;
    if (isLooping) refuseBelowRefused(drafts);
  }
  return { rows: drafts, departments: madeBy(drafts.filter((draft) => isWritten(draft, options))) };
}

/** Whether the row is written; changes are only if they are wanted. */
export const isWritten = ({ kind }: Pick<PlannedRow, 'kind'>, { updates }: Pick<PlanOptions, 'updates'>): boolean =>
  kind === 'new' || (kind === 'changed' && updates);

function addRoles(draft: Draft, { roles }: StaffState, options: PlanOptions): void {
  const { person, read, problems } = draft;
  const names = read.rolesIn(new Set(roles.map(({ name }) => name)));
  if (person) {
    const isOther = names.length > 0 && [...names].toSorted().join() !== [...person.roles].toSorted().join();
    // roles need one's own password and are asked for person by person
    if (isOther && options.updates) problems.push(problem('staff_sheet.roles_differ', 'roles'));
    return;
  }
  const wanted: number[] = names.length === 0 ? [...options.roleIds] : [];
  for (const name of names) {
    const found = roles.filter((role) => role.name === name);
    const [role] = found;
    if (!role) problems.push(problem('staff_sheet.role_unknown', 'roles', { name: name.slice(0, 50) }));
    else if (found.length > 1) problems.push(problem('staff_sheet.role_several', 'roles', { name }));
    else wanted.push(role.roleId);
  }
  if (names.length === 0 && wanted.length === 0) problems.push(problem('staff_sheet.role_missing', 'roles'));
  for (const roleId of wanted) {
    const role = roles.find((one) => one.roleId === roleId);
    if (!role) problems.push(problem('role.unknown', 'roles'));
    else if (!role.isGranted) problems.push(problem('staff_sheet.role_beyond', 'roles', { name: role.name }));
  }
  draft.roleIds = [...new Set(wanted)].toSorted((left, right) => left - right);
}

function kindOf(draft: Draft, options: PlanOptions): RowKind {
  const { person, problems, source } = draft;
  if (!person) {
    const gains = options.gaining?.get(source.row);
    if (gains !== undefined) problems.push(problem('staff_sheet.gains', 'roles', { names: gains }));
    return problems.length > 0 ? 'refused' : 'new';
  }
  // whoever leaves people as they are is not told what could not be changed
  const isMerelyTwice = problems.some(({ code }) => code === 'staff_sheet.twice' || code === 'staff_sheet.disabled');
  if (!options.updates) return isMerelyTwice ? 'refused' : isChanged(draft) || problems.length > 0 ? 'changed' : 'same';
  if (problems.length > 0) return 'refused';
  if (!isChanged(draft)) return 'same';
  if (!options.mayUpdate) problems.push(problem('staff_sheet.update_right', ''));
  else if (!person.isReachable) problems.push(problem('staff_sheet.administrator', ''));
  if (options.noMoves !== undefined && isMoved(draft))
    problems.push(problem('staff_sheet.gains', '', { names: options.noMoves }));
  return problems.length > 0 ? 'refused' : 'changed';
}

/** The values of a person that a row changes. */
export function changesOf({ person, read }: Pick<PlannedRow, 'person' | 'read'>) {
  if (!person) return [];
  return (['realname', 'post', 'sex', 'email', 'num'] as const).flatMap((name) => {
    const next = read[name];
    const isEmpty = next === '' || next === null;
    return isEmpty || next === person[name] ? [] : [{ name, from: person[name], to: next }];
  });
}

export const isMovedTo = ({ person, place }: PlannedRow): boolean =>
  person !== null && place !== null && (place.made.length > 0 || place.deptId !== person.deptId);

export const hasNewSuperior = ({ person, superior }: PlannedRow): boolean =>
  person !== null && superior !== null && !('userId' in superior && superior.userId === person.parentId);

const isMoved = (row: PlannedRow): boolean => isMovedTo(row) || hasNewSuperior(row);
const isChanged = (row: PlannedRow): boolean => changesOf(row).length > 0 || isMoved(row);

function refuse(draft: Draft, reason: RowProblem): void {
  draft.problems.push(reason);
  draft.kind = 'refused';
}

/** Nobody can be put under somebody new whose own row is refused. */
function refuseBelowRefused(drafts: readonly Draft[]): void {
  const byRow = new Map(drafts.map((draft) => [draft.source.row, draft]));
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const draft of drafts) {
      const { superior, kind } = draft;
      if ((kind !== 'new' && kind !== 'changed') || !superior || !('row' in superior)) continue;
      if (byRow.get(superior.row)?.kind !== 'refused') continue;
      refuse(draft, problem('staff_sheet.superior_refused', 'superior', { row: superior.row }));
      isMore = true;
    }
  }
}

/** The departments of written rows that are not there yet, each once, those above first. */
function madeBy(drafts: readonly Draft[]): DepartmentPlace[] {
  const made = new Map<string, DepartmentPlace>();
  for (const { place } of drafts) {
    if (!place) continue;
    for (let length = 1; length <= place.made.length; length += 1) {
      const one = { deptId: place.deptId, made: place.made.slice(0, length) };
      made.set(placeKey(one), one);
    }
  }
  return [...made.values()].toSorted((left, right) => left.made.length - right.made.length);
}

export const placeKey = ({ deptId, made }: DepartmentPlace): string => JSON.stringify([deptId, ...made]);
