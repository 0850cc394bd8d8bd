import type { Chip } from '#web/record/cells/chip.ts';
import type { ComponentType, ReactNode } from 'react';
import { pageSizes } from '#web/record/list/list-state.ts';
import type { ChildTabProps } from '#web/record/children/child-tab-props.ts';
import type { DetailPanel } from '#web/record/detail/detail-panel.ts';
import type { RecordAction } from '#web/record/actions/record-action.ts';
import type { Row } from '#web/record/list/record-table.tsx';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { stateChips } from '#web/record/states/state-chips.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { TypeCalls } from '#shared/record/calls/type-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

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

const figureOf = (label: MessageKey, key: string): Figure => ({ label, show: (record) => String(record[key] ?? '') });
export const ownerFigure = figureOf('record.owner_user_name', 'ownerUserName');
export const createTimeFigure = figureOf('record.create_time', 'createTime');
export const updateTimeFigure = figureOf('record.update_time', 'updateTime');
const standardFigures = [ownerFigure, updateTimeFigure, createTimeFigure];

/** A screen with what most types have; `more` says what is special. */
export const screenOf = (
  type: RecordType,
  calls: RecordScreen['calls'],
  more: Partial<RecordScreen> = {},
): RecordScreen => ({
  type,
  calls,
  code: type.code,
  words: type.name,
  functions: {
    create: permissionOf(type, 'save'),
    import: permissionOf(type, 'excelimport'),
    export: permissionOf(type, 'excelexport'),
  },
  acts: [],
  figures: standardFigures,
  panels: [],
  ChildTab: null,
  chips: (record, fields) => stateChips(type, record, fields),
  sheets: null,
  mayEditCells: true,
  hasBoard: true,
  moves: stateActions(type),
  Banner: null,
  FollowUpContacts: null,
  hasScenes: true,
  query: {},
  pageSizes,
  ...more,
});

/** A word of the list, such as `new` for 新建客户; a record is edited as what it is, whatever list it stands in. */
export const wordOf = (screen: RecordScreen, word: 'list' | 'new' | 'edit' | 'search'): MessageKey =>
  `${word === 'edit' ? screen.type.name : screen.words}.${word}` as MessageKey;

export const nounOf = (screen: RecordScreen): MessageKey => screen.type.name as MessageKey;
