import type { leadsCalls } from '#shared/crm/leads-calls.ts';
import { registryValues, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import { camelCase, type Address } from '#shared/record/field.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';

type Details = Omit<InputOf<typeof leadsCalls.convertPlus>, 'leadsId' | 'versions'>;

/** Registry data in the form that the conversion takes; the lead's own telephone stays (R15.5). */
export function companyDetails(company: Enterprise, telephone: string): Details {
  const { map_address: place, ...texts } = registryValues('customer', company);
  const { address, detailAddress } = (place ?? {}) as Partial<Address>;
  const named = Object.entries(texts).map(([name, value]) => [camelCase(name), value]);
  return {
    ...Object.fromEntries(named),
    ...(telephone === '' ? {} : { telephone: undefined }),
    area: address,
    detailAddress,
  };
}
