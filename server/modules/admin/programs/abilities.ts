import { allMenus } from '#server/modules/admin/menu/api.ts';
import { gainsOfRights, lackingNames, lackingOf } from '#server/modules/admin/rights/api.ts';
import { requireReachable } from '#server/modules/admin/user/api.ts';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import type { RightsCache } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { limitedTo } from '#server/platform/access/program-rights.ts';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { permissionByMenuId, type Permission } from '#shared/admin/menus.ts';
import { isAbility } from '#shared/admin/programs/abilities.ts';
import type { Language } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Who gives a program to somebody else sets up the company, and may let people in. */
const neededToGive: readonly Permission[] = ['manage:system:update', 'manage:users:userEnables'];

/** What somebody lacks of what a program with these rights would do or reach; null for nothing. */
const lackingFor = (maker: Rights, given: Rights) =>
  lackingOf(
    maker,
    gainsOfRights(given.granted, () => false),
  );

/**
 * Whether a program that acts for somebody may go on by the word of its maker: who may make such ones, and has all that it
 * does and reaches (docs/decisions/no-gain.md).
 */
export const mayLetAct = (maker: Rights, given: Rights): boolean =>
  neededToGive.every((permission) => maker.granted.permissions.has(permission)) && lackingFor(maker, given) === null;

/** What somebody has that a program could be given. */
export const abilitiesOf = ({ permissions }: Rights): ReadonlySet<Permission> =>
  new Set([...permissions].filter(isAbility));

/**
 * The rights of the person for whom a program is to act.
 * @throws AppError `access.denied`, `user.unknown`, `user.super_admin`, `program.person` for a disabled one
 */
export async function rightsOfPerson(db: Database, rights: RightsCache, actor: Actor, userId: number): Promise<Rights> {
  if (!neededToGive.every((permission) => actor.mayDo(permission))) throw new AppError('access.denied');
  await requireReachable(db, actor, [userId]);
  const { status } = await db
    .selectFrom('app_user')
    .select('status')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (status === 0) throw new AppError('program.person');
  return rights.of(db, userId, actor.rights.version);
}

/** @throws AppError `rights.lacking` where the actor lacks something that it would do or reach */
export function requireGiveable(actor: Actor, person: Rights, abilities: readonly Permission[]): void {
  const lacking = lackingFor(actor.rights, limitedTo(abilities, person));
  if (lacking) throw new AppError('rights.lacking', { names: lackingNames(lacking, actor.language) });
}

/** The abilities of a person as the tree that people know, with `giver` only what that one has too. */
export function abilityTree(language: Language, person: Rights, giver: Rights | null = null): MenuNode[] {
  const offered = abilitiesOf(person);
  const isOffered = (permission: Permission | undefined): boolean =>
    permission !== undefined && offered.has(permission) && (giver === null || giver.permissions.has(permission));
  const pruned = (node: MenuNode): MenuNode[] => {
    if (node.menuType === 3) return isOffered(permissionByMenuId.get(node.menuId)) ? [node] : [];
    const childMenu = node.childMenu.flatMap(pruned);
    return childMenu.length === 0 ? [] : [{ ...node, childMenu }];
  };
  return allMenus(language).flatMap(pruned);
}
