import { contactsType } from '#shared/crm/contacts-type.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FixedField } from '#shared/record/record-type.ts';

/** Who gets the goods of a document, by the columns of a contact that they are taken from. */
export const recipientColumns = {
  recipient_name: 'name',
  recipient_mobile: 'mobile',
  recipient_address: 'address',
} as const;

/** Fields of a document with a `customer_id`: a contact of the customer, and what was copied from it. */
export const recipientFields = <const Label extends MessageKey>(label: Label) =>
  [
    {
      fieldName: 'addressee_id',
      formType: 'contacts',
      operating: 3,
      relation: {
        to: contactsType.code,
        onDelete: 'keep',
        onMerge: 'move',
        onTransfer: 'stay',
        within: { field: 'customer_id', theirs: 'customer_id' },
        copies: recipientColumns,
        label,
      },
    },
    { fieldName: 'recipient_name', formType: 'text', isFilled: true, maxLength: 50 },
    { fieldName: 'recipient_mobile', formType: 'text', isFilled: true, maxLength: 20 },
    { fieldName: 'recipient_address', formType: 'text', isFilled: true, maxLength: 200 },
  ] as const satisfies readonly FixedField[];

/** What a document lacks whose goods are sent, by the field to complete; null for nothing. */
export function recipientLacks(
  isBlank: (column: 'recipient_name' | 'recipient_address') => boolean,
): { readonly code: 'contract.addressee' | 'contract.address'; readonly fieldName: string } | null {
  if (isBlank('recipient_name')) return { code: 'contract.addressee', fieldName: 'addressee_id' };
  if (isBlank('recipient_address')) return { code: 'contract.address', fieldName: 'recipient_address' };
  return null;
}
