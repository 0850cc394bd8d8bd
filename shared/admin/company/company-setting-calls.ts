import { z } from 'zod';
import { longestMinimum, passwordLength } from '#shared/auth/password-length.ts';
import { navigationEntries } from '#shared/platform/navigation.ts';
import { mostExported } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, nothing } from '#shared/wire/values.ts';

const change = { access: 'manage:system:update', effect: 'write', output: done } as const;
const addresses = <T extends z.ZodType>(address: T) =>
  z.object(
    Object.fromEntries(navigationEntries.map((entry) => [entry, address])) as Record<
      (typeof navigationEntries)[number],
      T
    >,
  );

/** What the company sets for itself beside its name and logo. */
export const companySettingCalls = {
  get: endpoint({
    path: 'sysConfig/queryCompanySetting',
    access: 'manage:system:read',
    input: nothing,
    output: z.object({
      minPasswordLength: z.int(),
      mostExported: z.int(),
      /** Empty texts for entries that are not shown. */
      navigation: addresses(z.string()),
      /** That of `COMPANY_TIME_ZONE`. */
      timeZone: z.string(),
    }),
  }),
  /** Counts for every password that is set from then on. */
  setPasswordLength: endpoint({
    path: 'sysConfig/setPasswordLength',
    ...change,
    input: z.object({ minPasswordLength: z.coerce.number().int().min(passwordLength.min).max(longestMinimum) }),
  }),
  /** How many rows one export may have: never more than what is built in (security A13). */
  setExportLimit: endpoint({
    path: 'sysConfig/setExportLimit',
    ...change,
    input: z.object({ mostExported: z.coerce.number().int().min(1).max(mostExported) }),
  }),
  /** Addresses of the entries of the header that lead out of the product; an empty text removes one. */
  setNavigation: endpoint({
    path: 'sysConfig/setNavigation',
    ...change,
    input: addresses(z.string().trim().max(500)),
    codes: ['config.address'],
  }),
};
