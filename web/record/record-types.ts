import { createContext, type ReactNode } from 'react';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record type of the page, and its screen, which is loaded when first shown. */
export interface KnownType {
  readonly type: RecordType;
  readonly load: () => Promise<RecordScreen>;
}

/** Every type that has a page. The frame lists them, since record widgets know no module. */
export const RecordTypesContext = createContext<readonly KnownType[]>([]);

interface DetailProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly onClose: () => void;
}

interface NewRecordProps {
  readonly screen: RecordScreen;
  /** Instead of the type's own. */
  readonly title?: MessageKey | undefined;
  readonly required?: readonly string[] | undefined;
  /** Values that it begins with, by fieldName; lines by their key. */
  readonly initial?: FormValues;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** The form of a new record, which pickers open over themselves; injected, as it contains pickers itself. */
export const NewRecordContext = createContext<(props: NewRecordProps) => ReactNode>(() => null);

/**
 * The detail of a record, which lists and tabs open over themselves; injected, as it contains lists and tabs itself.
 */
export const RecordDetailContext = createContext<(props: DetailProps) => ReactNode>(() => null);
