import type { MessageKey } from '#shared/i18n/translate.ts';

/** How far a state is: still to be worked on, waiting for somebody, at its good end, or given up. */
export type StateKind = 'open' | 'waiting' | 'done' | 'dead';

/** Colours of tags. The words say the state, the colour helps. */
export const stateColours = ['neutral', 'primary', 'success', 'warning', 'danger'] as const;
export type StateColour = (typeof stateColours)[number];

/**
 * What nobody writes while a record is in a state: every field and the lines, all but some, or only these. The lines go
 * by the name `lines`; another state column is locked where it is named only.
 */
export type Locks = 'all' | { readonly except: readonly string[] } | readonly string[];

/** A declared state. */
export interface StateValue {
  /** As the column and the wire have it. */
  readonly value: number;
  readonly label: MessageKey;
  readonly kind: StateKind;
  readonly colour: StateColour;
  readonly locks?: Locks;
  /** Gets a system scene, which clients know by this name. */
  readonly scene?: string;
  /**
   * The record is over and done with, such as a lead that was converted: lists leave it out, and count without it, unless
   * its scene is asked for. Nobody changes it any more; it is read, followed up and deleted.
   */
  readonly isClosed?: true;
  /** Not worth a tag beside the name of a record. */
  readonly isUsual?: true;
}

/** States that are rows of a table: the stages of a group, which another field of the record chooses. */
export interface StageTable {
  readonly table: string;
  readonly idColumn: string;
  readonly nameColumn: string;
  /** Column that orders the stages of a group. */
  readonly placeColumn: string;
  /** Column that holds a `StateKind`. */
  readonly kindColumn: string;
  /** Column that names the group, as `groupField` of the record does. */
  readonly groupColumn: string;
  readonly groupField: string;
}

/** Why something is done: one of the reasons, words of one's own, or both. */
export interface ReasonInput {
  readonly options: readonly { readonly value: string; readonly label: MessageKey }[];
  readonly isRequired?: true;
}

/** A way from one state to another. */
export interface Transition {
  readonly label: MessageKey;
  /** States that it starts in; `any` but the one it leads to. */
  readonly from: readonly number[] | 'any';
  /** The state it leads to; `chosen`: one that the caller names, of a column with stages one of the record's group. */
  readonly to: number | 'chosen';
  /** What it takes: an action of the permission tree, below the module of the type. */
  readonly action: string;
  /** `{name}` is the record's name, `{count}` how many, `{state}` where it leads. */
  readonly question: { readonly one: MessageKey; readonly many: MessageKey };
  readonly isUndoable?: false;
  readonly isDangerous?: true;
  readonly reason?: ReasonInput;
  /** Records that are there already are left alone instead of refused. */
  readonly isRepeatable?: true;
  /** Does not count as an update of the record, which would bring it to the top of lists. */
  readonly isUntouching?: true;
  /** How the log calls it, with words of its own; `state_changed` unless given. */
  readonly verb?: string;
  /** A call of its own, by its path, and what it is sent beside ids and versions. */
  readonly call?: { readonly path: string; readonly body: Readonly<Record<string, number>> };
}

/** A column of a record type that holds a state. A type may have several, each independent of the others. */
export interface StateColumn {
  /** Column of the table; rows of the wire have the value under its camelCase. */
  readonly column: string;
  /** Name of the list column, whose label is the message `<type>.<fieldName>`. Of stages, rows have the name under it. */
  readonly fieldName: string;
  /** In the order that lists sort by. */
  readonly values: readonly StateValue[] | StageTable;
  readonly transitions: Readonly<Record<string, Transition>>;
  /** Rows carry it; it is no column of lists, no filter and no board. */
  readonly isOnRowsOnly?: true;
  /** How the wire calls the type of the list column; `select` unless given. */
  readonly formType?: string;
  /** Name of the call that changes it, below the family of the type; `changeState` unless given. */
  readonly path?: string;
  /** It is not people who change it but this process, by `driveState`. */
  readonly driver?: 'approval';
}

/** What functions about states need to know of a record type. */
export interface HasStates {
  readonly states?: readonly StateColumn[];
}

export const stateColumns = ({ states = [] }: HasStates): readonly StateColumn[] => states;

export const isStaged = (column: StateColumn): column is StateColumn & { readonly values: StageTable } =>
  !Array.isArray(column.values);

/** The declared states of a column; none where they are stages. */
export const declaredStates = (column: StateColumn): readonly StateValue[] =>
  isStaged(column) ? [] : (column.values as readonly StateValue[]);

export const declaredState = (column: StateColumn, value: unknown): StateValue | undefined =>
  declaredStates(column).find((state) => state.value === value);

/** By column or name of the list column. */
export const stateColumn = (type: HasStates, name: string): StateColumn | undefined =>
  stateColumns(type).find(({ column, fieldName }) => column === name || fieldName === name);

const colours: Readonly<Record<StateKind, StateColour>> = {
  open: 'primary',
  waiting: 'warning',
  done: 'success',
  dead: 'neutral',
};

/** Colour of a stage, whose table holds its kind only. */
export const colourOf = (kind: string): StateColour =>
  Object.hasOwn(colours, kind) ? colours[kind as StateKind] : 'primary';

/** What a type calls over and done with. */
export interface Closed {
  readonly column: string;
  readonly open: readonly number[];
  readonly closed: readonly number[];
  /** How clients know the scene of it. */
  readonly bydata: string;
}

/** Null for a type whose records are never closed. */
export function closedOf(type: HasStates): Closed | null {
  for (const column of stateColumns(type)) {
    const states = declaredStates(column);
    const closed = states.filter(({ isClosed }) => isClosed);
    if (closed.length === 0) continue;
    const values = (those: readonly StateValue[]) => those.map(({ value }) => value);
    return {
      column: column.column,
      open: values(states.filter(({ isClosed }) => !isClosed)),
      closed: values(closed),
      bydata: closed[0]?.scene ?? '',
    };
  }
  return null;
}

/** Kind of the system scene of a state, as it is stored. */
export type StateSceneKind = `state.${string}`;

/** A system scene of the records in a state. */
export interface StateScene {
  readonly kind: StateSceneKind;
  readonly bydata: string;
  readonly column: StateColumn;
  readonly state: StateValue;
}

/** System scenes of states that are not closed, in the order of the declaration. */
export const stateScenes = (type: HasStates): StateScene[] =>
  stateColumns(type).flatMap((column) =>
    declaredStates(column).flatMap((state): StateScene[] =>
      state.scene === undefined || state.isClosed
        ? []
        : [{ kind: `state.${column.column}.${state.value}`, bydata: state.scene, column, state }],
    ),
  );

/** Whether a transition may begin in a state; `to` is the one chosen, where it is chosen. */
export function startsIn({ from, to }: Transition, state: number | null, chosen?: number): boolean {
  const target = to === 'chosen' ? chosen : to;
  if (state === target) return false;
  return from === 'any' || (state !== null && from.includes(state));
}

/** What people may do to a column, each with its name; a driver does it otherwise. */
export const offeredTransitions = ({ driver, transitions }: StateColumn): [name: string, transition: Transition][] =>
  driver === undefined ? Object.entries(transitions) : [];
