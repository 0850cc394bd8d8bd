import type { ComponentType } from 'react';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/list/record-table.tsx';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

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
