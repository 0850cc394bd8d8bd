import { route, type Route } from '#server/platform/http/route.ts';
import { powers, type OwnershipCalls, type Power } from '#shared/record/calls/ownership-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { addMembersAlong } from '#server/record/ownership/team-of-children.ts';
import { membersOf, putMembers, removeMembers } from '#server/record/ownership/team.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';

const staysAsMember = 2;

interface TransferInput {
  readonly newOwnerUserId: number;
  readonly transferType?: number;
  readonly power: number;
  readonly changeType?: string;
  readonly versions?: Readonly<Record<string, number>>;
}

/** Transfer and team routes of a type, as far as it has them. */
export const ownershipRoutes = (type: RecordType, calls: OwnershipCalls): Route[] => [
  ...(can(type, 'transfer') ? transferRoutes(type, calls) : []),
  ...(can(type, 'team') ? teamRoutes(type, calls) : []),
];

const transferRoutes = (type: RecordType, calls: OwnershipCalls): Route[] => [
  route(calls.transfer, async ({ db, actor, input }) => {
    // the key of the ids is set per type, which the type system cannot express
    const { newOwnerUserId, transferType, power, changeType, versions } = input as unknown as TransferInput;
    return transferRecords(db, actor, type, {
      ids: input[type.idsKey] as number[],
      newOwnerUserId,
      oldOwnerKeeps: transferType === staysAsMember ? asPower(power) : null,
      along: codesOf(changeType),
      ...(versions ? { versions } : {}),
    });
  }),
];

const teamRoutes = (type: RecordType, calls: OwnershipCalls): Route[] => [
  route(calls.members, async ({ db, actor, input }) => membersOf(db, actor, type, input[type.idKey] as number)),
  route(calls.addMembers, async ({ db, actor, input }) =>
    addMembersAlong(db, actor, type, {
      ...input,
      power: asPower(input.power),
      along: codesOf(input.changeType),
    }),
  ),
  route(calls.updateMembers, async ({ db, actor, input }) =>
    putMembers(db, actor, type, { ...input, power: asPower(input.power) }, 'members_changed'),
  ),
  route(calls.removeMembers, async ({ db, actor, input }) => removeMembers(db, actor, type, input)),
];

const asPower = (power: number): Power => (power === powers.write ? powers.write : powers.read);

const codesOf = (list: string | undefined): number[] =>
  (list ?? '')
    .split(',')
    .map(Number)
    .filter((code) => Number.isInteger(code) && code > 0);
