import { z } from 'zod';
import type { CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import { countedPeople, fewerPeople } from '#shared/crm/options.ts';
import type { Address } from '#shared/record/field.ts';

/** A company as returned by the registry; only `Name` always has a value (R19.4). */
export const enterprise = z.object({
  Name: z.string(),
  /** Unified social credit code, which is the tax number. */
  CreditCode: z.string(),
  /** Legal person. */
  OperName: z.string(),
  /** Registered and paid-in capital with their units, such as `500万人民币`. */
  RegistCapi: z.string(),
  RecCap: z.string(),
  /** Such as 存续 or 注销. */
  Status: z.string(),
  /** Code of its nature; 0 when unknown. */
  NatureCode: z.int(),
  /** A number of people, a range such as `50-99`, or `-`. */
  PersonScope: z.string(),
  Industry: z.string(),
  /** "省,市,区" of the gazetteer, or empty. */
  Region: z.string(),
  Address: z.string(),
  Phone: z.string(),
  Email: z.string(),
  WebSite: z.string(),
  /** `yyyy-MM-dd`, or empty. */
  StartDate: z.string(),
});
export type Enterprise = z.infer<typeof enterprise>;

/** Rows per page of the registry, and page buttons of its pager (R19.3). */
export const enterprisePage = 20;
/** Shorter texts find nothing: a single character occurs in half of all names. */
export const leastCompanyCharacters = 2;
export const enterprisePageButtons = 5;

/** The status of a registry search (R19.2). */
export const enterpriseStatus = { ok: 200, silent: 300000, down: 503 } as const;

const stateOwned: readonly number[] = [4, 7, 10, 11];

/** Codes 4, 7, 10, 11 are state-owned, others private (R19.5). */
export const natureOf = ({ NatureCode }: Pick<Enterprise, 'NatureCode'>): 'state' | 'private' =>
  stateOwned.includes(NatureCode) ? 'state' : 'private';

/** 北京市 is a province and a city, and is written once. */
export const regionText = ({ Region }: Pick<Enterprise, 'Region'>): string => [...new Set(Region.split(','))].join('');

export type Headcount = 'below_50' | '50_200' | 'over_200';

/** Under 50 or `-` gives below 50, 50 to 199 gives 50-200, from 200 on over 200. A range counts by its end (R19.6). */
export function headcountOf({ PersonScope }: Pick<Enterprise, 'PersonScope'>): Headcount {
  const [, digits = '0', tenThousand] = [...PersonScope.replaceAll(',', '').matchAll(countedPeople)].at(-1) ?? [];
  const isUnder = fewerPeople.test(PersonScope);
  const people = Number(digits) * (tenThousand ? 10_000 : 1) - (isUnder ? 1 : 0);
  if (people < 50) return 'below_50';
  return people < 200 ? '50_200' : 'over_200';
}

interface RegistryField {
  /** The registry's value for it; '' for none. */
  readonly says: (company: Enterprise) => unknown;
  /** Longest text that a lead's conversion accepts for it; absent for fields that it does not accept as text. */
  readonly max?: number;
}

/** Fixed fields with registry data: no others are written with it. */
export const registryFields: Readonly<Record<CheckedKind, Readonly<Record<string, RegistryField>>>> = {
  customer: {
    customer_name: { says: ({ Name }) => Name, max: 200 },
    telephone: { says: ({ Phone }) => Phone, max: 50 },
    website: { says: ({ WebSite }) => WebSite, max: 200 },
    receipt_title: { says: ({ Name, CreditCode }) => (CreditCode === '' ? '' : Name), max: 200 },
    receipt_identifier: { says: ({ CreditCode }) => CreditCode, max: 50 },
    regist_capi: { says: ({ RegistCapi }) => RegistCapi, max: 100 },
    rec_cap: { says: ({ RecCap }) => RecCap, max: 100 },
    map_address: { says: placeOf },
  },
  leads: {
    leads_name: { says: ({ Name }) => Name },
    telephone: { says: ({ Phone }) => Phone },
    address: { says: (company) => regionText(company) + streetOf(company) },
  },
};

/** Registry values for the fields of a record; unknown ones are missing. */
export const registryValues = (kind: CheckedKind, company: Enterprise): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(registryFields[kind])
      .map(([name, { says }]) => [name, says(company)] as const)
      .filter(([, value]) => value !== ''),
  );

function placeOf(company: Enterprise): Address | '' {
  if (company.Region === '') return '';
  return { address: company.Region, detailAddress: streetOf(company), location: '', lng: '', lat: '' };
}

/** The address without the region at its start. */
const streetOf = ({ Region, Address }: Enterprise): string =>
  Region.split(',').reduce((rest, part) => (rest.startsWith(part) ? rest.slice(part.length) : rest), Address);
