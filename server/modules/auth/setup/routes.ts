import { useSetupToken } from '#server/modules/auth/first-admin.ts';
import { publicRoute, type Route } from '#server/platform/http/route.ts';
import { usePasswordLink } from '#server/platform/session/password-links.ts';
import { setupCalls } from '#shared/auth/setup-calls.ts';

export const setupRoutes = (): Route[] => [
  publicRoute(setupCalls.createAdmin, async ({ input, db, address }) => {
    await useSetupToken(db, input.token, input.password, address);
    return null;
  }),
  publicRoute(setupCalls.setPassword, async ({ input, db, address }) => {
    await usePasswordLink(db, input.token, input.password, address);
    return null;
  }),
];
