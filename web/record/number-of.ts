import type { Row } from '#web/record/record-table.tsx';
import { shownNumber } from '#shared/record/phone.ts';

/** The mobile of a row, that of another area with its code; '' for none. */
export const numberOf = (row: Row): string => shownNumber(String(row['areaCode'] ?? ''), String(row['mobile'] ?? ''));
