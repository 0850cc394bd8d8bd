import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

export const invoiceRoutes = (services: Services): Route[] => typeRoutes(services, invoiceType, invoiceCalls);
