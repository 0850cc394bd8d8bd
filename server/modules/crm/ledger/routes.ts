import { join } from 'node:path';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { creditCalls } from '#shared/crm/ledger/credit-calls.ts';
import { ledgerCalls } from '#shared/crm/ledger/ledger-calls.ts';
import type { ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { creditsOf, saveCredit, voidCredit } from './credit-documents.ts';
import { entriesOf, figuresOf } from './entries.ts';
import { freezeMonth, frozenMonths } from './freeze.ts';
import { recount } from './recount.ts';
import { statementOf } from './statement.ts';
import { statementPdf, writeStatement } from './statement-files.ts';

export const ledgerRoutes = (services: Services): Route[] => [
  route(ledgerCalls.figures, async ({ db, actor, input }) => figuresOf(db, actor, input.contractId)),
  route(ledgerCalls.entries, async ({ db, actor, input: { contractId, figure, page, limit } }) => {
    const asked = { contractId, figure: figure as ContractFigure, limit, offset: (page - 1) * limit };
    const { list, total, money } = await entriesOf(db, actor, asked);
    return { ...pageAnswer(list, total, page, limit), money };
  }),
  route(ledgerCalls.frozen, async ({ db, actor }) => frozenMonths(db, actor)),
  route(ledgerCalls.freeze, async ({ db, actor, input }) => freezeMonth(db, actor, input.period)),
  route(ledgerCalls.recount, async ({ db }) => recount(db)),
  route(creditCalls.list, async ({ db, actor, input: { customerId, page, limit } }) => {
    const { list, total, credit } = await creditsOf(db, actor, customerId, { limit, offset: (page - 1) * limit });
    return { ...pageAnswer(list, total, page, limit), credit };
  }),
  route(creditCalls.save, async ({ db, actor, input }) => saveCredit(db, actor, input)),
  route(creditCalls.void, async ({ db, actor, input }) => voidCredit(db, actor, input.creditId)),
  route(creditCalls.statement, async ({ db, actor, input }) => statementOf(db, actor, input)),
  route(creditCalls.statementSheet, async ({ db, actor, input }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'statement', (path) =>
      writeStatement(db, actor, input, path),
    ),
  ),
  route(creditCalls.statementPdf, async ({ db, actor, input }) => statementPdf(db, actor, input)),
];
