import { z } from 'zod';
import { fewerPeople } from '#shared/crm/options.ts';

/** A company as the registry tells it; only `Name` is sure to hold something (spec §3 "Enterprise check list item"). */
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

/** Rows of a page of the registry, and page buttons of its pager (spec §9). */
export const enterprisePage = 20;
export const enterprisePageButtons = 5;

/** What a search of the registry answers as its status (spec §8). */
export const enterpriseStatus = { ok: 200, silent: 300000, down: 503 } as const;

const stateOwned: readonly number[] = [4, 7, 10, 11];

/** Spec §9: codes 4, 7, 10, 11 are state-owned, others private. */
export const natureOf = ({ NatureCode }: Pick<Enterprise, 'NatureCode'>): 'state' | 'private' =>
  stateOwned.includes(NatureCode) ? 'state' : 'private';

export type Headcount = 'below_50' | '50_200' | 'over_200';

/** Spec §9: under 50 or `-` gives below 50, 50 to 199 gives 50-200, from 200 on over 200. A span counts by its end. */
export function headcountOf({ PersonScope }: Pick<Enterprise, 'PersonScope'>): Headcount {
  const numbers = PersonScope.replaceAll(',', '').match(/\d+/g) ?? [];
  const isUnder = fewerPeople.test(PersonScope);
  const people = Number(numbers.at(-1) ?? 0) - (isUnder ? 1 : 0);
  if (people < 50) return 'below_50';
  return people < 200 ? '50_200' : 'over_200';
}

/** Which kind of record registry data is for, as older clients call it (spec §3 "Submit payload"). */
export const checkedKinds = ['customer', 'leads'] as const;
export type CheckedKind = (typeof checkedKinds)[number];

/** Fixed fields that the registry knows something for: no other is written with its data. */
export const registryFields = {
  customer: [
    'customer_name',
    'telephone',
    'website',
    'receipt_title',
    'receipt_identifier',
    'regist_capi',
    'rec_cap',
    'map_address',
  ],
  leads: ['leads_name', 'telephone', 'address'],
} as const satisfies Record<CheckedKind, readonly string[]>;

/** What the registry says for the fields of a record; what it does not know is not among them. */
export function registryValues(kind: CheckedKind, company: Enterprise): Readonly<Record<string, unknown>> {
  const { Name, CreditCode, RegistCapi, RecCap, Region, Address, Phone, WebSite } = company;
  const street = streetOf(Region, Address);
  // 北京市 is a province and a city
  const full = [...new Set(Region.split(','))].join('') + street;
  const values: Record<string, unknown> =
    kind === 'leads'
      ? { leads_name: Name, telephone: Phone, address: full }
      : {
          customer_name: Name,
          telephone: Phone,
          website: WebSite,
          receipt_title: CreditCode === '' ? '' : Name,
          receipt_identifier: CreditCode,
          regist_capi: RegistCapi,
          rec_cap: RecCap,
          map_address: Region === '' ? '' : { address: Region, detailAddress: street, location: '', lng: '', lat: '' },
        };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** The address without the region that it begins with. */
const streetOf = (region: string, address: string): string =>
  region.split(',').reduce((rest, part) => (rest.startsWith(part) ? rest.slice(part.length) : rest), address);
