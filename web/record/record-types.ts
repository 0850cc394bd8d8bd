import { createContext } from 'react';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record type of the page, and its screen, which comes when it is first shown. */
export interface KnownType {
  readonly type: RecordType;
  readonly load: () => Promise<RecordScreen>;
}

/** Every type that has a page. The frame lists them, since record widgets know no module. */
export const RecordTypesContext = createContext<readonly KnownType[]>([]);
