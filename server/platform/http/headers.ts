import type { FastifyInstance } from 'fastify';

const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // component styles are inserted at run time
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // videos are hosted elsewhere, at an address that an administrator sets, or stored, and then read with the login
  "media-src 'self' https: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** For a page that every site may frame; nothing on it leads to the others. */
export const framedPolicy = contentPolicy.replace("frame-ancestors 'none'", 'frame-ancestors *');

/** Headers of every reply (security W1). */
export function protectReplies(app: FastifyInstance, secureUrl: boolean): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', contentPolicy);
    if (secureUrl) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/html')) {
      reply.header('cross-origin-opener-policy', 'same-origin');
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.header('cross-origin-resource-policy', 'same-origin');
    return payload;
  });
}
