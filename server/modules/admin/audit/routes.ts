import { join } from 'node:path';
import { loginsOf } from '#server/modules/admin/audit/logins.ts';
import { operationsOf } from '#server/modules/admin/audit/operations.ts';
import { writeLogins, writeOperations } from '#server/modules/admin/audit/sheets.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { auditCalls } from '#shared/admin/audit/audit-calls.ts';

/** Who logged in, and who did what (docs/decisions/operation.md). */
export const auditRoutes = (services: Services): Route[] => {
  const folder = join(services.config.dataDir, 'uploads');
  return [
    route(auditCalls.logins, ({ db, actor, input: { cursor, limit, ...filter } }) =>
      loginsOf(db, actor, filter, { cursor, limit }),
    ),
    route(auditCalls.operations, ({ db, actor, input: { cursor, limit, ...filter } }) =>
      operationsOf(db, actor, filter, { cursor, limit }),
    ),
    route(auditCalls.exportLogins, ({ actor, input }) =>
      workbookAnswer(folder, 'logins', (path) => writeLogins(services, actor, input, path)),
    ),
    route(auditCalls.exportOperations, ({ actor, input }) =>
      workbookAnswer(folder, 'operations', (path) => writeOperations(services, actor, input, path)),
    ),
  ];
};
