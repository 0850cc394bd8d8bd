import { join } from 'node:path';
import { importCompanies, writeCompanyTemplate } from '#server/modules/crm/enterprise/registry.ts';
import type { EnterpriseSearch } from '#server/modules/crm/enterprise/enterprise-search.ts';
import '#server/modules/crm/enterprise/tables.ts';
import { registrySource } from '#server/modules/crm/enterprise/search.ts';
import { writeRegistry } from '#server/modules/crm/enterprise/write-registry.ts';
import { route, type Route, type SignedCall } from '#server/platform/http/route.ts';
import { namesForLog } from '#server/platform/log/plain-error.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import { enterpriseStatus } from '#shared/crm/enterprise/enterprise.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { z } from 'zod';

/** Companies are found by `companies`, which asks a service or the table. */
export const enterpriseRoutes = (services: Services, companies: EnterpriseSearch): Route[] => [
  route(enterpriseCalls.search, (call) => find(companies, call)),
  route(enterpriseCalls.searchPlus, (call) => find(companies, call)),
  route(enterpriseCalls.write, write),
  route(enterpriseCalls.writePlus, write),
  route(enterpriseCalls.writeLeads, write),
  route(enterpriseCalls.registry, async ({ db }) => {
    const { total } = await db
      .selectFrom('enterprise')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { total, isOutside: (await registrySource(services, db)) === 'table' ? 0 : 1 };
  }),
  route(enterpriseCalls.template, async ({ actor }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'enterprise_import', (path) =>
      writeCompanyTemplate(actor.language, path),
    ),
  ),
  route(enterpriseCalls.upload, async ({ db, actor, upload }) => {
    if (!upload) throw new AppError('import.no_file');
    const { errors, ...counts } = await importCompanies(db, actor, upload);
    return { ...counts, errors: [...errors] };
  }),
];

/** A failing registry breaks nothing else: the answer reports it, and the form remains usable (security X9). */
async function find(
  companies: EnterpriseSearch,
  { input, actor, log, signal }: SignedCall<z.output<typeof enterpriseCalls.search.input>>,
): Promise<OutputOf<typeof enterpriseCalls.search>> {
  const { searchKey = '', ...page } = input;
  try {
    const { status, message, list, total } = await companies.search(
      searchKey,
      { ...page, userId: actor.userId },
      signal,
    );
    const isRight = status === enterpriseStatus.ok;
    const said = isRight || message !== '' ? message : translate(actor.language, 'enterprise.no_answer');
    return { status, message: said, list: [...list], total };
  } catch (error) {
    log.warn({ err: error }, 'the company registry failed');
    return { status: enterpriseStatus.down, message: translate(actor.language, 'enterprise.down'), list: [], total: 0 };
  }
}

async function write({
  db,
  actor,
  input,
  log,
}: SignedCall<z.output<typeof enterpriseCalls.write.input>>): Promise<OutputOf<typeof enterpriseCalls.write>> {
  const { idKey, id, version, ignored } = await writeRegistry(db, actor, input);
  if (ignored.length > 0) log.info({ userId: actor.userId, ignored: namesForLog(ignored) }, 'keys of a check dropped');
  return { [idKey]: id, version };
}
