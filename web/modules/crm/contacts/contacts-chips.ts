import type { Chip } from '#web/record/cells/chip.ts';
import type { Row } from '#web/record/row.ts';
import { isKeyPerson } from '#shared/crm/contacts-type.ts';

/** Marks decision makers, and contacts whose customer is in the pool. */
export const contactsChips = (contact: Row): readonly Chip[] => [
  ...(isKeyPerson(contact) ? [{ label: 'contacts.key_person', tone: 'primary' } as const] : []),
  ...(contact['isPool'] === 1 ? [{ label: 'page.pool', tone: 'neutral' } as const] : []),
];
