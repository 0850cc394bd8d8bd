import { z } from 'zod';
import { submit } from '#server/approval/submit.ts';
import { subjectOf } from '#server/approval/subjects.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, moduleCode, optionalId } from '#shared/wire/values.ts';

/** Submits a draft as the save of its type would, whatever the type asks before. */
const submitDraft = endpoint({
  path: 'test/submitDraft',
  access: 'login',
  ids: { id: 'record', checkUserId: 'user' },
  effect: 'write',
  input: z.object({ label: moduleCode, id, checkUserId: optionalId }),
  output: z.object({ recordId: z.int() }),
});

export const submitRoutes = (): Route[] => [
  route(submitDraft, async ({ db, actor, input: { label, id: recordId, checkUserId } }) => ({
    recordId: (await submit(db, actor, subjectOf(label).type, recordId, { checkUserId })).approvalId,
  })),
];
