import { listPath, recordPath } from '#web/modules/crm/record-pages.ts';
import type { MessageRow } from '#shared/messages/message-calls.ts';

/** Where a message leads: its page, its record, or the list of several; null where there is nothing to open. */
export function messageTarget({ link, types, typeId }: Pick<MessageRow, 'link' | 'types' | 'typeId'>): string | null {
  if (link !== '') return link;
  return typeId === 0 ? listPath(types) : recordPath(types, typeId);
}
