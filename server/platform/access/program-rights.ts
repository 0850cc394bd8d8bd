import type { Generated } from 'kysely';
import type { Rights } from '#server/platform/access/actor.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { AppError } from '#shared/wire/error-codes.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    program_token: {
      login_id: number;
      name: string;
      made_by: number;
      /** Who may have been in the maker's account when it was made. */
      maker_known_to: Generated<number[]>;
      is_company: Generated<number>;
      abilities: string[];
      expires_at: string;
      used_at: string | null;
      used_from: Generated<string>;
    };
  }
}

/**
 * Whether somebody may let a program act with these rights, which are those of a person: the measure of what people may
 * give each other, which platform code does not know.
 */
export type MayLetAct = (maker: Rights, given: Rights) => boolean;

interface Program {
  readonly loginId: number;
  readonly abilities: readonly string[];
  /** Of a company's token: who made it. */
  readonly makerRights: (() => Promise<Rights>) | null;
}

const kept = new WeakMap<Rights, Map<number, Promise<Rights>>>();

/**
 * The rights of a program: what it was given of those of its person, as far as its maker has that too. It is nobody's
 * administrator and has no role. The same object as long as the person's rights stay; rights of both change together
 * with the version of the organisation.
 * @throws AppError `program.beyond` when its maker may not let it act any more
 */
export function rightsOfProgram(person: Rights, program: Program, mayLetAct: MayLetAct): Promise<Rights> {
  const known = kept.get(person) ?? new Map<number, Promise<Rights>>();
  kept.set(person, known);
  const { loginId, abilities, makerRights } = program;
  const compiled = known.get(loginId) ?? compile(person, abilities, makerRights, mayLetAct);
  known.set(loginId, compiled);
  return compiled;
}

async function compile(
  person: Rights,
  abilities: readonly string[],
  makerRights: Program['makerRights'],
  mayLetAct: MayLetAct,
): Promise<Rights> {
  const maker = makerRights ? await makerRights() : null;
  const rights = limitedTo(abilities, person, maker);
  if (maker && !mayLetAct(maker, rights)) throw new AppError('program.beyond');
  return rights;
}

/** What of some rights these abilities leave; with `maker` only what that person has too. */
export function limitedTo(abilities: readonly string[], rights: Rights, maker: Rights | null = null): Rights {
  const limited = limitedOnce(new Set(abilities), rights, maker?.granted ?? null);
  if (rights.granted === rights) return limited;
  const granted = limitedOnce(new Set(abilities), rights.granted, maker?.granted ?? null);
  return { ...limited, granted };
}

function limitedOnce(abilities: ReadonlySet<string>, rights: Rights, maker: Rights | null): Rights {
  const isLeft = (permission: Permission) =>
    abilities.has(permission) && (maker === null || maker.permissions.has(permission));
  const left = (permissions: ReadonlySet<Permission>) => new Set([...permissions].filter(isLeft));
  const limited: Rights = {
    ...rights,
    permissions: left(rights.permissions),
    isSuperAdmin: false,
    roleIds: [],
    roles: rights.roles.map((role) => ({ ...role, permissions: left(role.permissions) })),
    get granted() {
      return limited;
    },
  };
  return limited;
}
