import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';

/** The kind of a state: open, waiting for somebody, successfully done, or given up. */
export type StateKind = 'open' | 'waiting' | 'done' | 'dead';

/** Colours of tags. The words carry the state, the colour supports it. */
export const stateColours = ['neutral', 'primary', 'success', 'warning', 'danger'] as const;
export type StateColour = (typeof stateColours)[number];

/**
 * What a state locks: every field and the lines, all but some, or only these. The lines are named `lines`; another
 * state column is locked only if named.
 */
export type Locks = 'all' | { readonly except: readonly string[] } | readonly string[];

/** A declared state. */
export interface StateValue {
  /** As in the column and on the wire. */
  readonly value: number;
  readonly label: MessageKey;
  readonly kind: StateKind;
  readonly colour: StateColour;
  readonly locks?: Locks;
  /** Further columns of states that it locks. */
  readonly locksStates?: readonly string[];
  /** Has a system scene, which clients know by this name. */
  readonly scene?: string;
  /**
   * The record is closed, such as a converted lead: lists and counts leave it out unless its scene is requested. It can
   * be read, followed up and deleted, but not changed.
   */
  readonly isClosed?: true;
  /** Shown without a tag next to the name of a record. */
  readonly isUsual?: true;
}

/** States that are rows of a table: the stages of a group, which another field of the record selects. */
export interface StageTable {
  readonly table: string;
  readonly idColumn: string;
  readonly nameColumn: string;
  /** Column that orders the stages of a group. */
  readonly placeColumn: string;
  /** Column that holds a `StateKind`. */
  readonly kindColumn: string;
  /** Column of the group, as in the record's `groupField`. */
  readonly groupColumn: string;
  readonly groupField: string;
}

/** The reason required: one of a list, free text, or both. */
export interface ReasonInput {
  readonly options: readonly { readonly value: string; readonly label: MessageKey }[];
  /** Names of a table that are options too, those for the target state, in the order of `placeColumn`. */
  readonly rows?: {
    readonly table: string;
    readonly nameColumn: string;
    readonly stateColumn: string;
    readonly placeColumn: string;
  };
  readonly isRequired?: true;
}

/** A transition from one state to another. */
export interface Transition {
  readonly label: MessageKey;
  /** States that it starts in; `any` except its target. */
  readonly from: readonly number[] | 'any';
  /** The target state; `chosen`: given by the caller, in a column with stages one of the record's group. */
  readonly to: number | 'chosen';
  /** The required action of the permission tree, below the module of the type. */
  readonly action: string;
  /** `{name}` is the record's name, `{count}` the number, `{state}` the target. */
  readonly question: { readonly one: MessageKey; readonly many: MessageKey };
  readonly isUndoable?: false;
  readonly isDangerous?: true;
  readonly reason?: ReasonInput;
  /** Records already in the target state are skipped instead of refused. */
  readonly isRepeatable?: true;
  /** Does not count as an update of the record, which would move it to the top of lists. */
  readonly isUntouching?: true;
  /** Its action in the log, with its own message; default `state_changed`. */
  readonly verb?: RecordVerb;
  /** A separate call by its path, and its input besides ids and versions. */
  readonly call?: { readonly path: string; readonly body: Readonly<Record<string, number>> };
}

/** A column of a record type that holds a state. A type may have several independent ones. */
export interface StateColumn {
  /** Column of the table; rows of the wire carry the value under its camelCase. */
  readonly column: string;
  /**
   * Name of the list column, whose label is the message `<type>.<fieldName>`. For stages, rows carry the name under it.
   */
  readonly fieldName: string;
  /** In sort order. */
  readonly values: readonly StateValue[] | StageTable;
  readonly transitions: Readonly<Record<string, Transition>>;
  /** Carried by rows only; not a list column, filter or board. */
  readonly isOnRowsOnly?: true;
  /** Wire type of the list column; default `select`. */
  readonly formType?: string;
  /** Name of the call that changes it, below the family of the type; default `changeState`. */
  readonly path?: string;
  /** For stages: forms ask for the stage, and a save enters it by this transition. */
  readonly inForms?: { readonly formType: string; readonly transition: string };
  /** Changed by this process through `driveState`, not by people. */
  readonly driver?: 'approval';
}

/** What functions about states need to know of a record type. */
export interface HasStates {
  readonly states?: readonly StateColumn[];
}

export const stateColumns = ({ states = [] }: HasStates): readonly StateColumn[] => states;

export type StagedColumn = StateColumn & { readonly values: StageTable };

export const isStaged = (column: StateColumn): column is StagedColumn => !Array.isArray(column.values);

/** The declared states of a column; none for stages. */
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

/** Colour of a stage, whose table stores only its kind. */
export const colourOf = (kind: string): StateColour =>
  Object.hasOwn(colours, kind) ? colours[kind as StateKind] : 'primary';

/** The closed states of a type. */
export interface Closed {
  readonly column: string;
  readonly open: readonly number[];
  readonly closed: readonly number[];
  /** The clients' name of its scene. */
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

/** Stored kind of a state's system scene. */
export type StateSceneKind = `state.${string}`;

/** A system scene of the records in a state. */
export interface StateScene {
  readonly kind: StateSceneKind;
  readonly bydata: string;
  readonly column: StateColumn;
  readonly state: StateValue;
}

/** System scenes of states that are not closed, in declaration order. */
export const stateScenes = (type: HasStates): StateScene[] =>
  stateColumns(type).flatMap((column) =>
    declaredStates(column).flatMap((state): StateScene[] =>
      state.scene === undefined || state.isClosed
        ? []
        : [{ kind: `state.${column.column}.${state.value}`, bydata: state.scene, column, state }],
    ),
  );

/** Whether a transition may start in a state; `to` is the chosen target, if any. */
export function startsIn({ from, to }: Transition, state: number | null, chosen?: number): boolean {
  const target = to === 'chosen' ? chosen : to;
  if (state === target) return false;
  return from === 'any' || (state !== null && from.includes(state));
}

/** People's transitions of a column, each with its name; a column with a driver has none. */
export const offeredTransitions = ({ driver, transitions }: StateColumn): [name: string, transition: Transition][] =>
  driver === undefined ? Object.entries(transitions) : [];
