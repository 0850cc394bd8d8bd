import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { abilityTree, requireGiveable, rightsOfPerson } from '#server/modules/admin/programs/abilities.ts';
import { listPrograms } from '#server/modules/admin/programs/queries.ts';
import { addProgram, endProgram } from '#server/modules/admin/programs/tokens.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { route, type Around, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { ownProgramCalls, programCalls } from '#shared/admin/programs/program-calls.ts';
import { bareArray, pageAnswer } from '#shared/wire/values.ts';

/** Tokens by which programs act for people (docs/decisions/program-tokens.md). */
export function programRoutes({ pool, rights }: Pick<Services, 'pool' | 'rights'>): Route[] {
  /** Who makes a way in confirms who they are (security N11); refusals are recorded (security O6). */
  const confirmed: Around<{ readonly name: string; readonly currentPassword?: string | undefined }> = (call, work) =>
    recordingRefusal(pool.db, call.actor, { what: 'program.add', subject: call.input.name }, async () => {
      await confirmIdentity(pool.db, call.actor, call.input.currentPassword);
      return work();
    });
  return [
    route(
      ownProgramCalls.list,
      async ({ db, actor }) => (await listPrograms(db, actor.language, bareArray, actor.userId)).list,
    ),
    route(ownProgramCalls.abilities, async ({ actor }) => abilityTree(actor.language, actor.rights)),
    route(
      ownProgramCalls.add,
      async ({ db, actor, input }) =>
        addProgram(db, actor, input, { userId: actor.userId, rights: actor.rights, isCompany: false }),
      confirmed,
    ),
    route(ownProgramCalls.end, async ({ db, actor, input: { loginId } }) => {
      await endProgram(db, actor, loginId, actor.userId);
      return null;
    }),
    route(programCalls.list, async ({ db, actor, input: { page, limit } }) => {
      const { list, total } = await listPrograms(db, actor.language, { limit, offset: (page - 1) * limit });
      return pageAnswer(list, total, page, limit);
    }),
    route(programCalls.abilities, async ({ db, actor, input: { userId } }) =>
      abilityTree(actor.language, await rightsOfPerson(db, rights, actor, userId), actor.rights),
    ),
    route(
      programCalls.add,
      async ({ db, actor, input }) => {
        const { userId } = input;
        const person = await rightsOfPerson(db, rights, actor, userId);
        requireGiveable(actor, person, input.abilities);
        return addProgram(db, actor, input, { userId, rights: person, isCompany: true });
      },
      confirmed,
    ),
    route(programCalls.end, async ({ db, actor, input: { loginId } }) => {
      await endProgram(db, actor, loginId);
      return null;
    }),
  ];
}
