import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The options of a field of records, for dialogs that ask for it outside a form; none while they load. */
export function useFieldOptions(type: RecordType, fieldName: string) {
  const form = useQuery(callQuery(fieldCalls.form, { label: type.code }));
  const field = form.data?.find((one) => one.fieldName === fieldName);
  return { options: (field?.setting ?? []).map(optionOf), loading: form.isPending };
}
