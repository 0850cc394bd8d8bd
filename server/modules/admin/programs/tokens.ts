import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import { permissionName } from '#server/modules/admin/rights/api.ts';
import { abilitiesOf } from '#server/modules/admin/programs/abilities.ts';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { hashOf, newToken, tokenKinds } from '#server/platform/session/tokens.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { mostPrograms } from '#shared/admin/programs/program-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Of a login: what it is made with; 1 and 2 are browsers and phones. */
const clientOfPrograms = 3;

interface NewProgram {
  readonly name: string;
  readonly days: number;
  readonly abilities: readonly Permission[];
}

/** For whom it acts. */
interface Person {
  readonly userId: number;
  readonly rights: Rights;
  readonly isCompany: boolean;
}

/**
 * Makes a token, which is told here alone.
 * @throws AppError `program.ability_lacking`, `program.taken`, `program.too_many`
 */
export async function addProgram(
  db: Database,
  actor: Actor,
  { name, days, abilities }: NewProgram,
  { userId, rights, isCompany }: Person,
): Promise<{ loginId: number; token: string; expireTime: string }> {
  const held = abilitiesOf(rights);
  const lacking = abilities.filter((ability) => !held.has(ability));
  if (lacking.length > 0) {
    const names = lacking.map((ability) => permissionName(ability, actor.language));
    throw new AppError('program.ability_lacking', { names: names.join(translate(actor.language, 'rights.comma')) });
  }
  await requireFree(db, userId, name);
  const { login_id: loginId } = await db
    .insertInto('session_login')
    .values({ user_id: userId, client: clientOfPrograms, user_agent: '', address: actor.address, refreshed: true })
    .returning('login_id')
    .executeTakeFirstOrThrow();
  const token = newToken();
  await db
    .insertInto('session_token')
    .values({ token_hash: hashOf(token), login_id: loginId, kind: tokenKinds.access, generation: 0 })
    .execute();
  const { expires_at: expireTime } = await db
    .insertInto('program_token')
    .values({
      login_id: loginId,
      name,
      made_by: actor.userId,
      maker_known_to: sql<number[]>`(select secret_known_to from app_user where user_id = ${actor.userId})`,
      is_company: isCompany ? 1 : 0,
      abilities: [...abilities],
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  await log(db, actor, 'program.add', `login ${loginId} user ${userId} ${name}: ${asText(abilities)}`);
  return { loginId, token, expireTime };
}

/** One at a time for a person. @throws AppError `program.taken`, `program.too_many` */
async function requireFree(db: Database, userId: number, name: string): Promise<void> {
  await sql`select from app_user where user_id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select p.name from program_token p join session_login l on l.login_id = p.login_id
    where l.user_id = ${userId} and l.ended_at is null and p.expires_at > now()`.execute(db);
  if (rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) throw new AppError('program.taken', { name });
  if (rows.length >= mostPrograms) throw new AppError('program.too_many', { most: mostPrograms });
}

/**
 * Ends a token at once, whatever has begun (security N5); with `userId` only one that acts for that person.
 * @throws AppError `access.record` for one that there is not or that has ended
 */
export async function endProgram(db: Database, actor: Actor, loginId: number, userId?: number): Promise<void> {
  const program = await db
    .selectFrom('program_token as p')
    .innerJoin('session_login as l', 'l.login_id', 'p.login_id')
    .select(['l.user_id', 'p.name', 'p.abilities'])
    .where('p.login_id', '=', loginId)
    .$if(userId !== undefined, (query) => query.where('l.user_id', '=', userId ?? 0))
    .executeTakeFirst();
  if (!program || (await endLogins(db, { loginId, reason: 'ended' })) === 0) throw new AppError('access.record');
  const { user_id: of, name, abilities } = program;
  await log(db, actor, 'program.end', `login ${loginId} user ${of} ${name}: ${asText(abilities)}`);
}

/** `crm:customer index,read; crm:leads save`. */
const asText = (abilities: readonly string[]): string =>
  [...Map.groupBy(abilities, (ability) => ability.slice(0, ability.lastIndexOf(':')))]
    .map(([module, keys]) => `${module} ${keys.map((key) => key.slice(module.length + 1)).join(',')}`)
    .join('; ');

const log = (db: Database, { userId, address }: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId, what, subject, result: 'done', address });
