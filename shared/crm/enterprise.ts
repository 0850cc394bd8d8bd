import { z } from 'zod';
import { countedPeople, fewerPeople } from '#shared/crm/options.ts';
import type { Address } from '#shared/record/field.ts';

/** A company as the registry tells it; only `Name` is sure to hold something (R19.4). */
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
  /** A number of people, a span such as `50-99`, or `-`. */
  PersonScope: z.string(),
  Industry: z.string(),
  /** "省,市,区" of the gazetteer, or nothing. */
  Region: z.string(),
  Address: z.string(),
  Phone: z.string(),
  Email: z.string(),
  WebSite: z.string(),
  /** `yyyy-MM-dd`, or nothing. */
  StartDate: z.string(),
});
export type Enterprise = z.infer<typeof enterprise>;

/** Rows of a page of the registry, and page buttons of its pager (R19.3). */
export const enterprisePage = 20;
/** Fewer characters find nothing: a single one stands in half of all names. */
export const leastCompanyCharacters = 2;
export const enterprisePageButtons = 5;

/** What a search of the registry answers as its status (R19.2). */
export const enterpriseStatus = { ok: 200, silent: 300000, down: 503 } as const;

const stateOwned: readonly number[] = [4, 7, 10, 11];

/** Codes 4, 7, 10, 11 are state-owned, others private (R19.5). */
export const natureOf = ({ NatureCode }: Pick<Enterprise, 'NatureCode'>): 'state' | 'private' =>
  stateOwned.includes(NatureCode) ? 'state' : 'private';

/** 北京市 is a province and a city, and stands there once. */
export const regionText = ({ Region }: Pick<Enterprise, 'Region'>): string => [...new Set(Region.split(','))].join('');

export type Headcount = 'below_50' | '50_200' | 'over_200';

/** Under 50 or `-` gives below 50, 50 to 199 gives 50-200, from 200 on over 200. A span counts by its end (R19.6). */
export function headcountOf({ PersonScope }: Pick<Enterprise, 'PersonScope'>): Headcount {
  const [, digits = '0', tenThousand] = [...PersonScope.replaceAll(',', '').matchAll(countedPeople)].at(-1) ?? [];
  const isUnder = fewerPeople.test(PersonScope);
  const people = Number(digits) * (tenThousand ? 10_000 : 1) - (isUnder ? 1 : 0);
  if (people < 50) return 'below_50';
  return people < 200 ? '50_200' : 'over_200';
}

/** Which kind of record registry data is for, as older clients call it (R19.7). */
export const checkedKinds = ['customer', 'leads'] as const;
export type CheckedKind = (typeof checkedKinds)[number];

interface RegistryField {
  /** What the registry says for it; '' for nothing. */
  readonly says: (company: Enterprise) => unknown;
  /** Longest text that the conversion of a lead takes for it; absent for what it does not take as a text. */
  readonly max?: number;
}

/** Fixed fields that the registry knows something for: no other is written with its data. */
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

/** What the registry says for the fields of a record; what it does not know is not among them. */
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

/** The address without the region that it begins with. */
const streetOf = ({ Region, Address }: Enterprise): string =>
  Region.split(',').reduce((rest, part) => (rest.startsWith(part) ? rest.slice(part.length) : rest), Address);
