import { menuRows, type Permission } from '#shared/admin/menus.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** What a program may be given: the rights of business, never those of the back office. */
const abilities: ReadonlySet<string> = new Set(
  menuRows.flatMap(({ permission }) => (permission === null || permission.startsWith('manage:') ? [] : [permission])),
);

export const isAbility = (key: string): key is Permission => abilities.has(key);

/**
 * Whether a program that has the right may make a call. Not what is about the person or about logins, nor work that goes
 * on in jobs or in several transactions, since that is done with all rights of the person
 * (docs/decisions/program-tokens.md).
 */
export function isForPrograms({ access, effect, answer, forPrograms }: Endpoint): boolean {
  if (forPrograms !== 'usual') return forPrograms === 'allowed';
  return [access].flat().some(isAbility) && effect !== 'manual' && answer !== 'stream';
}
