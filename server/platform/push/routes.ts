import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { pushCalls } from '#shared/platform/push-calls.ts';

export const pushRoutes = (services: Pick<Services, 'push' | 'config'>): Route[] => [
  route(pushCalls.stream, async ({ actor, raw }) => {
    const lastEventId = raw.request.headers['last-event-id'];
    await services.push.open(actor, {
      response: raw.reply.raw,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
      headers: protection(services.config.publicUrl),
    });
    return {};
  }),
];

/** A stream bypasses the hook that adds protective headers to all other replies (security W1). */
function protection(publicUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
