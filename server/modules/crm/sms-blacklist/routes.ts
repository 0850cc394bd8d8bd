import { join } from 'node:path';
import { asSent, entriesOf, entryOf, listEntries } from '#server/modules/crm/sms-blacklist/blacklist.ts';
import { importNumbers, writeTemplate } from '#server/modules/crm/sms-blacklist/import.ts';
import { deleteEntries, saveEntry, setStatus } from '#server/modules/crm/sms-blacklist/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { smsBlacklistCalls } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { smsBusinesses, smsBusinessName } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { translate } from '#shared/i18n/translate.ts';
import { storedMobile } from '#shared/record/written-phone.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Numbers that get no text messages (docs/decisions/sms-blacklist.md). */
export const smsBlacklistRoutes = (services: Services): Route[] => [
  route(smsBlacklistCalls.list, async ({ db, actor, input: { page, limit, ...filter } }) => {
    const { entries, total } = await listEntries(db, filter, { limit, offset: (page - 1) * limit });
    return pageAnswer(await asSent(db, actor, entries), total, page, limit);
  }),
  route(smsBlacklistCalls.one, async ({ db, actor, input }) => {
    const [entry] = await asSent(db, actor, await entriesOf(db, [input.id]));
    if (!entry) throw new AppError('access.record');
    return entry;
  }),
  route(smsBlacklistCalls.byPhone, async ({ db, actor, input: { phone, areaCode } }) => {
    const number = storedMobile(phone, areaCode);
    const found = number && (await entryOf(db, number));
    return found ? ((await asSent(db, actor, [found]))[0] ?? null) : null;
  }),
  route(smsBlacklistCalls.save, async ({ db, actor, input }) => ({ id: await saveEntry(db, actor, input) })),
  route(smsBlacklistCalls.remove, async ({ db, actor, input }) => {
    await deleteEntries(db, actor, input.ids);
    return null;
  }),
  route(smsBlacklistCalls.setStatus, async ({ db, actor, input: { ids, enableFlag } }) => {
    await setStatus(db, actor, ids, enableFlag);
    return null;
  }),
  route(smsBlacklistCalls.template, async ({ actor }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'sms_blacklist_import', (path) =>
      writeTemplate(actor.language, path),
    ),
  ),
  route(smsBlacklistCalls.upload, async ({ actor, upload }) => {
    if (!upload) throw new AppError('import.no_file');
    return importNumbers(services, actor, upload);
  }),
  route(smsBlacklistCalls.businesses, async ({ actor }) =>
    smsBusinesses.map(({ id, businessKey }) => ({
      id,
      businessKey,
      businessName: translate(actor.language, smsBusinessName(businessKey)),
    })),
  ),
];
