import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useMay } from '#web/lib/session/session.ts';
import { contactsCalls } from '#shared/crm/contacts-calls.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { mostDuplicates } from '#shared/record/duplicates.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** A record that may be a duplicate of the one being entered (R18.1). */
export interface Duplicate {
  readonly id: number;
  readonly name: string;
  /** Masked for people who cannot see the record; '' where the answer has none. */
  readonly mobile: string;
  /** '' in the pool. */
  readonly ownerUserName: string;
  /** 1 = the user may open it. */
  readonly mayRead: number;
}

/** The first matches, and how many others there are, which stay hidden (security A13). */
export interface Found {
  readonly rows: readonly Duplicate[];
  readonly more: number;
}

export interface Asked {
  readonly name?: string;
  readonly mobile?: string;
}

/** Rows per page (R18.6). */
export const viewPage = 20;

const kinds = {
  customer: {
    typeName: 'crm_customer',
    label: 'duplicates.customer',
    hasMobile: true,
    endpoint: customerCalls.namesakes,
    find: async ({ name, mobile }: Asked, signal?: AbortSignal): Promise<Found> => {
      const asked = { page: 1, limit: mostDuplicates, type: 1, sort: 0, customerName: name, mobile };
      const { list, more = 0 } = await call(customerCalls.namesakes, asked, { quiet: true, ...(signal && { signal }) });
      const rows = list.map(({ customerId, customerName, ...row }) => ({ id: customerId, name: customerName, ...row }));
      return { rows, more };
    },
  },
  leads: {
    typeName: 'crm_leads',
    label: 'duplicates.leads',
    hasMobile: false,
    endpoint: leadsCalls.duplicates,
    find: async ({ name, mobile }: Asked, signal?: AbortSignal): Promise<Found> => {
      const asked = { page: 1, limit: mostDuplicates, types: 'crm_leads', leadsName: name, mobile };
      const { list, more = 0 } = await call(leadsCalls.duplicates, asked, { quiet: true, ...(signal && { signal }) });
      const rows = list.map(({ leadsId, leadsName, ...row }) => ({ id: leadsId, name: leadsName, mobile: '', ...row }));
      return { rows, more };
    },
  },
  contacts: {
    typeName: 'crm_contacts',
    label: 'crm_contacts',
    hasMobile: false,
    endpoint: contactsCalls.duplicates,
    find: async (asked: Asked, signal?: AbortSignal): Promise<Found> => {
      const { list, more = 0 } = await call(
        contactsCalls.duplicates,
        { page: 1, limit: mostDuplicates, ...asked },
        { quiet: true, ...(signal && { signal }) },
      );
      const rows = list.map(({ contactsId, name, ownerUserName, mayRead }) => ({
        id: contactsId,
        name,
        mobile: '',
        ownerUserName,
        mayRead,
      }));
      return { rows, more };
    },
  },
} as const satisfies Record<string, DuplicateKind>;

export interface DuplicateKind {
  readonly typeName: string;
  readonly label: MessageKey;
  /** Whether duplicates include their mobile. */
  readonly hasMobile: boolean;
  /** The right to this call is the right to check. */
  readonly endpoint: Endpoint;
  readonly find: (asked: Asked, signal?: AbortSignal) => Promise<Found>;
}

export type KindKey = keyof typeof kinds;
export const kindOf = (key: KindKey): DuplicateKind => kinds[key];

/** Searchable fields of the dialog, in this order (R18.4). */
const inDialog: readonly KindKey[] = ['customer', 'leads'];

/** Kinds that the user may check and the settings enable; none until the settings are known (R18.3). */
function useAllowed(keys: readonly KindKey[]): readonly KindKey[] {
  const may = useMay();
  const held = keys.filter((key) => [kinds[key].endpoint.access].flat().some((right) => may(right as never)));
  const { data: rules } = useQuery({
    ...callQuery(customerSettingCalls.rules, {}),
    staleTime: 300_000,
    enabled: held.length > 0,
  });
  if (!rules) return [];
  const isOff: Partial<Record<KindKey, boolean>> = {
    customer: rules.customerDuplicateCheck === 0,
    leads: rules.leadsDuplicateCheck === 0,
  };
  return held.filter((key) => isOff[key] !== true);
}

export const useDialogKinds = (): readonly KindKey[] => useAllowed(inDialog);

/** The kind of a record type, if its duplicates can be searched. */
export function useKindOf(typeName: string): KindKey | null {
  const own = (Object.keys(kinds) as KindKey[]).filter((key) => kinds[key].typeName === typeName);
  return useAllowed(own)[0] ?? null;
}

/** The same query is sent once a minute at most: checks are counted (security A13). */
export const duplicatesQuery = (key: KindKey, asked: Asked) => ({
  queryKey: ['duplicates', key, asked] as const,
  queryFn: ({ signal }: { readonly signal?: AbortSignal }) => kinds[key].find(asked, signal),
  staleTime: 60_000,
  retry: false,
});
