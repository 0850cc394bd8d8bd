import {
  declaredState,
  stateColumns,
  type HasStates,
  type Locks,
  type StateColumn,
  type StateValue,
} from '#shared/record/states/state.ts';

/** Something that a state locks, and the state. */
export interface LockedField {
  readonly fieldName: string;
  readonly column: StateColumn;
  readonly state: StateValue;
}

interface Lockable extends HasStates {
  readonly fields: readonly { readonly fieldName: string; readonly companionOf?: string }[];
}

/**
 * What a record's states lock among the fields to be changed: names of fields, fixed or custom, and `lines`. `previous`
 * holds the states before the change by column. A companion is locked with its host, such as the area code with the
 * number.
 */
export function lockedAmong(
  type: Lockable,
  previous: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): LockedField[] {
  const locking = stateColumns(type).flatMap((column) => {
    const state = declaredState(column, previous[column.column]);
    const locks = state?.isClosed ? 'all' : state?.locks;
    return state === undefined || (locks === undefined && !state.locksStates) ? [] : [{ column, state, locks }];
  });
  if (locking.length === 0) return [];
  return changed.flatMap((fieldName): LockedField[] => {
    const host = type.fields.find((field) => field.fieldName === fieldName)?.companionOf;
    const found = locking.find(
      ({ locks, state }) => isLocked(type, locks ?? [], host ?? fieldName) || state.locksStates?.includes(fieldName),
    );
    return found ? [{ fieldName, column: found.column, state: found.state }] : [];
  });
}

function isLocked(type: HasStates, locks: Locks, name: string): boolean {
  if (isList(locks)) return locks.includes(name);
  // a state column has its own check
  if (stateColumns(type).some(({ column }) => column === name)) return false;
  return locks === 'all' || !locks.except.includes(name);
}

const isList = (locks: Locks): locks is readonly string[] => Array.isArray(locks);

/** Whether a record's states lock all of it. */
export const isLockedWhole = (type: HasStates, states: Readonly<Record<string, unknown>>): boolean =>
  stateColumns(type).some((column) => declaredState(column, states[column.column])?.locks === 'all');
