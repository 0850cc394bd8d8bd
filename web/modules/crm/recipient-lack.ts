import type { FieldProblem, FormValues } from '#web/record/form/form-values.ts';
import { recipientColumns, recipientLacks } from '#shared/crm/recipients/recipient.ts';
import { isBlank } from '#shared/record/field.ts';

/**
 * What one of the fields of a recipient lacks in a document whose goods are sent; null for other fields. A contact that is
 * chosen completes the rest on the server, where it can.
 */
export function recipientLack(fieldName: string, values: FormValues): FieldProblem | null {
  if (!isBlank(values['addressee_id'])) return null;
  const lack = recipientLacks((column) => isBlank(values[column]));
  const isMeant =
    fieldName === lack?.fieldName || (lack?.code === 'contract.addressee' && fieldName === 'recipient_name');
  return lack && isMeant ? { code: lack.code, params: {} } : null;
}

export const isOfRecipient = (fieldName: string): boolean =>
  fieldName === 'addressee_id' || Object.hasOwn(recipientColumns, fieldName);
