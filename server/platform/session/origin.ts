import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';

/** The refresh token's cookie: HttpOnly, SameSite=Strict (security W2). */
export const refreshCookie = 'jianye_refresh';

/** A header that no form, picture or link can send. */
const ownHeader = 'x-requested-with';

export interface OriginCheck {
  /** Whether our own page makes this call: custom header, same-origin Sec-Fetch-Site and an allowed Origin. */
  readonly isOwnPage: (request: FastifyRequest) => boolean;
  /** Throws `http.origin` for a call that brings our cookie but does not come from our own page (security W2). */
  readonly checkOrigin: (request: FastifyRequest) => void;
}

/** Without `publicUrl` the request's own host is the only allowed origin. */
export function openOriginCheck(options: { readonly publicUrl: string | undefined }): OriginCheck {
  const publicOrigin = options.publicUrl === undefined ? null : new URL(options.publicUrl).origin;
  const isAllowed = (origin: string, host: string | undefined): boolean => {
    const url = URL.parse(origin);
    if (!url || url.origin !== origin || !['http:', 'https:'].includes(url.protocol)) return false;
    return origin === publicOrigin || url.host === host?.toLowerCase();
  };
  const isOwnPage = (request: FastifyRequest): boolean => {
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    if (request.headers[ownHeader] === undefined) return false;
    if (site !== undefined && site !== 'same-origin') return false;
    return origin === undefined || isAllowed(origin, host);
  };
  return {
    isOwnPage,
    checkOrigin: (request) => {
      if (hasRefreshCookie(request.headers.cookie) && !isOwnPage(request)) throw new AppError('http.origin');
    },
  };
}

const hasRefreshCookie = (header: string | undefined): boolean =>
  (header ?? '').split(';').some((part) => part.trim().startsWith(`${refreshCookie}=`));
