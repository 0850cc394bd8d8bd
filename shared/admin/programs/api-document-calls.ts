import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { nothing } from '#shared/wire/values.ts';

/** What programs can call, for those who write them: nobody sees it without a login (security O2). */
export const apiDocumentCalls = {
  /** The OpenAPI document of every call, as it is. */
  document: endpoint({
    path: 'system/openapi/queryDocument',
    method: 'GET',
    access: 'login',
    forPrograms: 'allowed',
    answer: 'file',
    input: nothing,
    output: z.unknown(),
  }),
};
