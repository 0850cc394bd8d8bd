import type { ComponentType } from 'react';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/list/record-table.tsx';
import type { Permission } from '#shared/admin/menus.ts';
import type { StateColumn, Transition } from '#shared/record/states/state.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** What an act on records answers. */
export interface ActionAnswer {
  /** Takes it back through `operation/undo`; null when nothing was done. */
  readonly operationId: number | null;
  readonly count: number;
  /** Records that it could not be done to, each with the reason. */
  readonly failed?: readonly { readonly id: number; readonly msg: string }[];
  /** What is said instead of how many were done. */
  readonly told?: MessageKey;
  /** Where to look at what came of it. */
  readonly next?: { readonly label: MessageKey; readonly go: () => void };
}

/** A dialog of an act over its records; `onDone` closes it, tells what was done and offers to take it back. */
export interface ActionDialogProps {
  readonly screen: RecordScreen;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onDone: (answer: ActionAnswer) => void;
}

interface ActionBase {
  readonly key: string;
  readonly label: MessageKey;
  readonly access: Permission;
  readonly isDangerous?: boolean;
  /** Belongs to lists only: one record is edited in its form. */
  readonly isForMany?: boolean;
  /** Not for records that are over and done with (`StateValue.isClosed`). */
  readonly changes?: boolean;
  /** Afterwards there is no detail to show any more. */
  readonly closesDetail?: boolean;
  /** Whether it makes sense for these records; shown then only. Always, unless given. */
  readonly fits?: (rows: readonly Row[]) => boolean;
  /** What it does to a column of states: cards of a board move by it. */
  readonly move?: Move;
}

/** A way that records go from one state to another. */
export interface Move {
  readonly column: StateColumn;
  readonly transition: Transition;
  /** Leads records to a state. A refusal is said before it is thrown. */
  readonly enter: (
    rows: readonly Row[],
    to: number,
    why?: { readonly reason?: string; readonly remark?: string },
  ) => Promise<ActionAnswer>;
}

/** Asks one question, which names the thing and the effect, and does it. */
export interface SimpleAction extends ActionBase {
  /** `{name}` is the record's name; `{count}` how many. */
  readonly question: { readonly one: MessageKey; readonly many: MessageKey };
  readonly perform: (rows: readonly Row[]) => Promise<ActionAnswer>;
}

export interface DialogAction extends ActionBase {
  readonly Dialog: ComponentType<ActionDialogProps>;
}

/** Something done to chosen records: a button of the bulk bar and of the detail. */
export type RecordAction = SimpleAction | DialogAction;
