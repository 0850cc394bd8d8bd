import type { ComponentType, ReactNode } from 'react';
import type { BeforeSubmit } from '#web/record/approval/form/submit-check.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import type { ShortcutKey } from '#web/lib/shortcuts.ts';
import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { Row } from '#web/record/row.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import type { LinkedIds } from '#shared/record/calls/follow-up-links.ts';
import type { TypeCalls } from '#shared/record/calls/type-calls.ts';
import type { Capability } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';
import type { StateColumn, Transition } from '#shared/record/states/state.ts';

/** What the record screens need to know about a type: its declaration, its calls, and its special features. */
export interface RecordScreen {
  readonly type: RecordType;
  readonly calls: TypeCalls;
  /** Module code of the list on the wire: that of the type, or of its pool. */
  readonly code: number;
  /** Prefix of the list's messages: `crm_customer` for `crm_customer.new`. */
  readonly words: string;
  /** The right required by each function of the page; null for missing functions. */
  readonly functions: Readonly<Record<'create' | 'import' | 'export', Permission | null>>;
  /** Actions on selected records, in this order. */
  readonly acts: readonly RecordAction[];
  /** The content of the detail's header. */
  readonly figures: readonly Figure[];
  /** Further tabs of the detail. */
  readonly panels: readonly DetailPanel[];
  /** Shows its records as children of another one; null for a list like that of the type. */
  readonly ChildTab: ComponentType<ChildTabProps> | null;
  /** States of a record, next to its name (ui "Drawer template"). */
  readonly chips: (record: Row, fields: readonly FilterField[]) => readonly Chip[];
  /** What a row has to be looked at for, in lists and on boards, such as that it is overdue. */
  readonly flags: (row: Row) => readonly Chip[];
  /** Bulk sheets for records; null where there are none. */
  readonly sheets: BulkSheetCalls | null;
  /** Whether cells of the list can be edited in place with the right to edit. */
  readonly mayEditCells: boolean;
  /** Whether the list can be shown as a board; moving cards requires the right to edit. */
  readonly hasBoard: boolean;
  /** Transitions (`stateActions`) for moving cards on a board; without those of a column, cards cannot be moved. */
  readonly moves: readonly RecordAction[];
  /** Further functions of the list, in its 更多 menu. */
  readonly more: readonly ListFunction[];
  /** A notice above the list. */
  readonly Banner: ComponentType | null;
  /** What stands in its place when it has no rows and nothing restricts it; null for the usual words. */
  readonly Empty: ComponentType | null;
  /** Figures above the list, under its conditions. */
  readonly Strip: ComponentType<StripProps> | null;
  /** Between the head of a detail and its tabs. */
  readonly HeadBar: ComponentType<PanelProps> | null;
  /** What a column of the board says below its name; null without. */
  readonly Lane: ComponentType<LaneProps> | null;
  /** Conditions of the board, unless the list has others on the same field. */
  readonly boardConditions: readonly Condition[];
  /** Keys of `moves` that a card can be dropped on below the board, such as an outcome. */
  readonly boardDrops: readonly string[];
  /** Selects other records of a follow-up (`RecordType.followUpLinks`); null where there are none. */
  readonly FollowUpLinks: ComponentType<FollowUpLinksProps> | null;
  /** What a type whose documents are approved asks before one is submitted from its form; null for nothing. */
  readonly beforeSubmit: BeforeSubmit | null;
  /** Whether the list has scenes. */
  readonly hasScenes: boolean;
  /** Keys of columns that say nothing in this list. */
  readonly hides: readonly string[];
  /** Key of the action that each row offers by itself; null for none. */
  readonly quickAct: string | null;
  /** Input of the list call besides the state of the list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Selectable numbers of rows per page. */
  readonly pageSizes: readonly number[];
}

/** What the list is asked with. */
export type ShownQuery = Readonly<Record<string, unknown>> & { readonly data?: readonly Condition[] };

export interface StripProps {
  readonly query: ShownQuery;
  /** Shows only records that meet a condition; one on the same field is replaced. */
  readonly onNarrow: (condition: Condition) => void;
}

export interface LaneProps {
  readonly query: ShownQuery;
  /** The option of the column; '' for records without one. */
  readonly value: string | number;
}

/** A function of a list as a whole. */
export interface ListFunction {
  readonly key: string;
  readonly label: MessageKey;
  readonly access: Permission;
  readonly Dialog: ComponentType<{ readonly onClose: () => void }>;
}

export interface FollowUpLinksProps {
  /** The record of the follow-up, and the module code of its type. */
  readonly id: number;
  readonly code: number;
  readonly value: LinkedIds;
  readonly onChange: (value: LinkedIds) => void;
}

/** A label and its value, the key of a time, or the mobile to call; or a custom field, whose label is data, if it exists. */
export type Figure =
  | { readonly label: MessageKey; readonly isMobile: true }
  | { readonly label: MessageKey; readonly time: string }
  | {
      readonly label: MessageKey;
      readonly show: (record: Row) => ReactNode;
      /** Only for these records. */
      readonly fits?: (record: Row) => boolean;
    }
  | { readonly field: string };

export interface PanelProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
}

/** A detail tab added by a type. */
export interface DetailPanel {
  readonly key: string;
  readonly label: MessageKey;
  readonly Panel: ComponentType<PanelProps>;
  /** The right that it requires, besides reading the record. */
  readonly access?: Permission;
  /** Only for these records. */
  readonly fits?: (record: Row) => boolean;
}

/** The result of an action on records. */
export interface ActionAnswer {
  /** Undone through `operation/undo`; null when nothing was done. */
  readonly operationId: number | null;
  readonly count: number;
  /** Skipped records, each with the reason. */
  readonly failed?: readonly { readonly id: number; readonly msg: string }[];
  /** A message instead of the number of records. */
  readonly told?: MessageKey;
  /** The parameters of that message. */
  readonly toldOf?: TextParams;
  /** A link to the result. */
  readonly next?: { readonly label: MessageKey; readonly go: () => void };
}

/** A dialog of an action; `onDone` closes it, reports the result and offers the undo. */
export interface ActionDialogProps {
  readonly screen: RecordScreen;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onDone: (answer: ActionAnswer) => void;
}

interface ActionBase {
  readonly key: string;
  /** What the type has to be able to do; its records do not have the action otherwise. */
  readonly needs?: Capability;
  readonly label: MessageKey;
  readonly access: Permission;
  readonly isDangerous?: boolean;
  /** Starts it for the selected records. */
  readonly shortcut?: ShortcutKey;
  /** For lists only: the detail of a single record has another way. */
  readonly isForMany?: boolean;
  /** Not for closed records (`StateValue.isClosed`). */
  readonly changes?: boolean;
  /** Afterwards the detail no longer exists. */
  readonly closesDetail?: boolean;
  /** Whether it applies to these records; hidden otherwise. Default: always. */
  readonly fits?: (rows: readonly Row[]) => boolean;
  /** Its effect on a state column: cards of a board are moved by it. */
  readonly move?: Move;
  /** Children that it makes a new one of: their tab starts it by its own button, and only there while it is shown. */
  readonly begins?: Pick<ChildRelation, 'type' | 'column'>;
}

/** A transition of records from one state to another. */
export interface Move {
  readonly column: StateColumn;
  readonly transition: Transition;
  /** Changes the state of records. A refusal is reported before it is thrown. */
  readonly enter: (
    rows: readonly Row[],
    to: number,
    why?: { readonly reason?: string; readonly remark?: string },
  ) => Promise<ActionAnswer>;
}

/** Asks one question, which names the object and the effect, and runs the action. */
export interface SimpleAction extends ActionBase {
  /** `{name}` is the record's name; `{count}` the number. */
  readonly question: { readonly one: MessageKey; readonly many: MessageKey };
  /** What else the question says of the records. */
  readonly params?: (rows: readonly Row[]) => TextParams;
  readonly perform: (rows: readonly Row[]) => Promise<ActionAnswer>;
}

export interface DialogAction extends ActionBase {
  readonly Dialog: ComponentType<ActionDialogProps>;
}

/** An action on selected records: a button of the bulk bar and of the detail. */
export type RecordAction = SimpleAction | DialogAction;

/** The record whose children a tab shows. */
export interface ParentOfTab {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
  /** Starts the action that makes a new child of it (`RecordAction.begins`); absent where there is none. */
  readonly onBegin?: () => void;
}

/** A tab with the children of a record: `screen` is that of the children, `relation` their declaration. */
export interface ChildTabProps {
  readonly screen: RecordScreen;
  readonly relation: ChildRelation;
  readonly parent: ParentOfTab;
}

/** A message of the list, such as `new` for 新建客户; editing uses the messages of the record's own type. */
export const wordOf = (screen: RecordScreen, word: 'list' | 'new' | 'edit' | 'search'): MessageKey =>
  `${word === 'edit' ? screen.type.name : screen.words}.${word}` as MessageKey;

export const nounOf = (screen: RecordScreen): MessageKey => screen.type.name as MessageKey;
