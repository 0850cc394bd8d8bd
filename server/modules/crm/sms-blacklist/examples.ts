import { furtherThings } from '#server/modules/testing.ts';
import { nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

/** A number that no example has had yet. */
const freshMobile = (): string => `139${String(nextNumber()).padStart(8, '0')}`;

export const smsBlacklistExamples: Examples = {
  'CrmGlobalSmsBlacklist/save': (_table, { records }) => ({
    body: { id: records['sms_blacklist'], phone: freshMobile() },
    creating: { phone: freshMobile() },
  }),
  // an entry of its own: the others are asked about the one of the things
  'CrmGlobalSmsBlacklist/delete': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['sms_blacklist']?.(company.db, owner.userId, {})] },
  }),
  'CrmGlobalSmsBlacklist/uploadExcel': () => ({
    body: {},
    file: { name: '黑名单.csv', content: Buffer.from(`手机号\n${freshMobile()}\n`) },
  }),
};
