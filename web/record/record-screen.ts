import type { Chip } from '#web/record/chip.ts';
import type { ComponentType } from 'react';
import type { DetailPanel } from '#web/record/detail-panel.ts';
import type { RecordAct } from '#web/record/acts/record-act.ts';
import type { Row } from '#web/record/record-table.tsx';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetCalls } from '#shared/record/bulk-sheet-calls.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import type { TypeCalls } from '#shared/record/type-calls.ts';
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
  readonly acts: readonly RecordAct[];
  /** Further tabs of the detail. */
  readonly panels: readonly DetailPanel[];
  /** States of a record, beside its name (ui "Drawer template"). */
  readonly chips: (record: Row) => readonly Chip[];
  /** Sheets that do the same to many records; null where there are none. */
  readonly sheets: BulkSheetCalls | null;
  /** Whether cells of the list can be edited in place by who may edit. */
  readonly mayEditCells: boolean;
  /** Whether the list can be shown as a board; its cards may be moved by who may edit. */
  readonly hasBoard: boolean;
  /** Something to be told above the list. */
  readonly Banner: ComponentType | null;
  /** Whether the list has scenes. */
  readonly hasScenes: boolean;
}

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
  panels: [],
  chips: () => [],
  sheets: null,
  mayEditCells: true,
  hasBoard: true,
  Banner: null,
  hasScenes: true,
  ...more,
});

/** A word of the type, such as `new` for 新建客户. */
export const wordOf = (screen: RecordScreen, word: 'list' | 'new' | 'edit' | 'search'): MessageKey =>
  `${screen.words}.${word}` as MessageKey;

export const nounOf = (screen: RecordScreen): MessageKey => screen.type.name as MessageKey;
