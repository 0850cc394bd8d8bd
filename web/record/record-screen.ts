import type { ComponentType, ReactNode } from 'react';
import type { Chip } from '#web/record/cells/chip.ts';
import type { Row } from '#web/record/row.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import type { TypeCalls } from '#shared/record/calls/type-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';
import type { StateColumn, Transition } from '#shared/record/states/state.ts';

/** What the record screens need to know of a type: its declaration, its calls, and what is special about it. */
export interface RecordScreen {
  readonly type: RecordType;
  readonly calls: TypeCalls;
  /** Number of the list on the wire: that of the type, or of its pool. */
  readonly code: number;
  /** Where the words of the list begin: `crm_customer` for `crm_customer.new`. */
  readonly words: string;
  /** The right that each function of the page takes; null where the page has none. */
  readonly functions: Readonly<Record<'create' | 'import' | 'export', Permission | null>>;
  /** What can be done to chosen records, in this order. */
  readonly acts: readonly RecordAction[];
  /** What the head of the detail shows. */
  readonly figures: readonly Figure[];
  /** Further tabs of the detail. */
  readonly panels: readonly DetailPanel[];
  /** Shows its records as children of another one; null for a list like that of the type. */
  readonly ChildTab: ComponentType<ChildTabProps> | null;
  /** States of a record, beside its name (ui "Drawer template"). */
  readonly chips: (record: Row, fields: readonly FilterField[]) => readonly Chip[];
  /** Sheets that do the same to many records; null where there are none. */
  readonly sheets: BulkSheetCalls | null;
  /** Whether cells of the list can be edited in place by who may edit. */
  readonly mayEditCells: boolean;
  /** Whether the list can be shown as a board; its cards may be moved by who may edit. */
  readonly hasBoard: boolean;
  /** Transitions (`stateActions`) that cards of a board move by; where there are none of a column, they stay. */
  readonly moves: readonly RecordAction[];
  /** Something to be told above the list. */
  readonly Banner: ComponentType | null;
  /** Chooses the people whom a follow-up is about as well; null where a record has none. */
  readonly FollowUpContacts: ComponentType<FollowUpContactsProps> | null;
  /** Whether the list has scenes. */
  readonly hasScenes: boolean;
  /** What the list call takes beside the state of the list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Rows a page to choose from. */
  readonly pageSizes: readonly number[];
}

export interface FollowUpContactsProps {
  /** The record that is written about, and the module code of its type. */
  readonly id: number;
  readonly code: number;
  readonly value: readonly number[];
  readonly onChange: (value: number[]) => void;
}

/** A label and what stands behind it, `--` in place of nothing; or a custom field, whose label is data, where there is it. */
export type Figure =
  | { readonly label: MessageKey; readonly show: (record: Row) => ReactNode }
  | { readonly field: string };

export interface PanelProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
}

/** A tab of the detail that a type adds to those of every record. */
export interface DetailPanel {
  readonly key: string;
  readonly label: MessageKey;
  readonly Panel: ComponentType<PanelProps>;
  /** The right that it takes, beside reading the record. */
  readonly access?: Permission;
  /** Shown for these records only. */
  readonly fits?: (record: Row) => boolean;
}

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

/** The record whose children a tab shows. */
export interface ParentOfTab {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
}

/** A tab with the children of a record: `screen` is that of the children, `relation` what they declare. */
export interface ChildTabProps {
  readonly screen: RecordScreen;
  readonly relation: ChildRelation;
  readonly parent: ParentOfTab;
}

/** A word of the list, such as `new` for 新建客户; a record is edited as what it is, whatever list it stands in. */
export const wordOf = (screen: RecordScreen, word: 'list' | 'new' | 'edit' | 'search'): MessageKey =>
  `${word === 'edit' ? screen.type.name : screen.words}.${word}` as MessageKey;

export const nounOf = (screen: RecordScreen): MessageKey => screen.type.name as MessageKey;
