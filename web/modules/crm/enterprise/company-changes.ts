import type { FormValues } from '#web/record/form/form-values.ts';
import type { CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import { registryValues, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { Address } from '#shared/record/field.ts';
import { regionText } from '#shared/text/region.ts';

/** The registry's value for a field. */
export interface CompanyChange {
  readonly fieldName: string;
  readonly label: string;
  readonly value: unknown;
  readonly shown: string;
  /** The current value; '' for none. */
  readonly before: string;
}

/** Fields of the form that would change: not hidden, read-only or equal already. */
export function companyChanges(
  kind: CheckedKind,
  company: Enterprise,
  fields: readonly FormField[],
  values: FormValues,
): CompanyChange[] {
  const known = registryValues(kind, company);
  return fields.flatMap(({ fieldName, name, disabled }) => {
    if (!Object.hasOwn(known, fieldName) || disabled === 1) return [];
    const [shown, before] = [asText(known[fieldName]), asText(values[fieldName])];
    return shown === before ? [] : [{ fieldName, label: name, value: known[fieldName], shown, before }];
  });
}

function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.trim() : '';
  const { address, detailAddress } = value as Partial<Address>;
  return [address && regionText(address), detailAddress].filter((part) => part).join(' ');
}
