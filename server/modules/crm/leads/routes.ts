import { join } from 'node:path';
import { convertLeads } from '#server/modules/crm/leads/conversion.ts';
import { previewConversion } from '#server/modules/crm/leads/preview-conversion.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { findDuplicates, pageOfDuplicates } from '#server/record/query/duplicates.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { namingTaken } from '#server/record/write/unique.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { snakeCase } from '#shared/record/field.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export const leadsRoutes = (services: Services): Route[] => {
  const store = { files: services.files, folder: join(services.config.dataDir, 'uploads') };
  const convert = async (
    db: Database,
    actor: Actor,
    asked: Parameters<typeof convertLeads>[3],
  ): Promise<OutputOf<typeof leadsCalls.convert>> => {
    const fields = await fieldsOf(db, actor, customerType);
    return namingTaken(fields, () => convertLeads(db, actor, store, asked));
  };
  /** The wire names are those of the customer's fields in camelCase. */
  const withCompany = ({
    leadsId,
    versions,
    ...company
  }: {
    leadsId: number;
    versions?: Record<string, number> | undefined;
  }) => ({
    ids: [leadsId],
    versions,
    company: Object.fromEntries(Object.entries(company).map(([key, value]) => [snakeCase(key), value])),
  });
  return [
    ...typeRoutes(services, leadsType, leadsCalls),
    route(leadsCalls.convert, async ({ db, actor, input: { leadsIds: ids, versions } }) =>
      convert(db, actor, { ids, versions }),
    ),
    route(leadsCalls.convertPlus, async ({ db, actor, input }) => convert(db, actor, withCompany(input))),
    route(leadsCalls.convertWithRegister, async ({ db, actor, input }) => convert(db, actor, withCompany(input))),
    route(leadsCalls.conversionPreview, async ({ db, actor, input }) => previewConversion(db, actor, input.leadsIds)),
    route(leadsCalls.duplicates, async ({ db, actor, input }) => {
      const { list: duplicates, more } = await findDuplicates(db, actor, leadsType, {
        ...input,
        name: input.leadsName,
      });
      const list = duplicates.map(({ id, title, ownerUserName, mayRead }) => ({
        leadsId: id,
        leadsName: title,
        ownerUserName,
        mayRead,
      }));
      return pageOfDuplicates(list, input, more);
    }),
  ];
};
