import { route, type Route } from '#server/platform/http/route.ts';
import { sequenceState, setSequence } from '#server/record/sequences/set-sequence.ts';
import { sequenceCalls } from '#shared/record/sequence/sequence-calls.ts';

/** Routes for looking at and setting how fields number their records. */
export const sequenceRoutes = (): Route[] => [
  route(sequenceCalls.read, async ({ db, actor, input }) => sequenceState(db, actor, input)),
  route(sequenceCalls.set, async ({ db, actor, input }) => setSequence(db, actor, input)),
];
