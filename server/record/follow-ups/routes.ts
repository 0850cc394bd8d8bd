import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { markRead, mentionsOf } from '#server/record/follow-ups/mention-list.ts';
import { candidatesFor } from '#server/record/follow-ups/mentions.ts';
import { moduleByWire } from '#server/record/registry.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { mentionCalls } from '#shared/record/calls/mention-calls.ts';

export const mentionRoutes = (services: Services): Route[] => [
  route(mentionCalls.candidates, async ({ db, actor, input }) => {
    const { type } = moduleByWire(input.types ?? '');
    if (!can(type, 'followUps')) throw new AppError('field.unknown', { name: input.types ?? '' });
    return candidatesFor(db, services.gate.actorFor, actor, type, input.actionId, input.search ?? '');
  }),
  route(mentionCalls.list, async ({ db, actor, input }) =>
    mentionsOf(db, actor, { limit: input.limit, offset: (input.page - 1) * input.limit }),
  ),
  route(mentionCalls.read, async ({ db, actor, input }) => {
    await markRead(db, actor, input.mentionId);
    return null;
  }),
];
