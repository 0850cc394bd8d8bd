export type Environment = 'dev' | 'test' | 'production';

/** Which installation a host name belongs to (R2.8): this machine, a host named `test`, or the real one. */
export function environmentOf(hostname: string): Environment {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)) return 'dev';
  return hostname.split(/[.-]/).some((part) => part.toLowerCase() === 'test') ? 'test' : 'production';
}

export const environment: Environment = environmentOf(globalThis.location?.hostname ?? '');
