import { recordPath } from '#web/modules/crm/record-pages.ts';

/** The address of a record of any type, for pages that are about all of them; null for types without a page. */
export const pathOfRecord = (typeName: string, id: number): string | null => recordPath(typeName, id);
