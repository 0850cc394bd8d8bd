import { route, type Route } from '#server/platform/http/route.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { listSequences } from '#server/record/sequences/list-sequences.ts';
import { sequenceKind } from '#server/record/sequences/sequence-kind.ts';
import { sequenceState, setSequence } from '#server/record/sequences/set-sequence.ts';
import { sequenceCalls } from '#shared/record/sequence/sequence-calls.ts';

/** Routes for looking at and setting how fields number their records. */
export const sequenceRoutes = (): Route[] => [
  route(sequenceCalls.list, async ({ db, actor }) => listSequences(db, actor)),
  route(sequenceCalls.read, async ({ db, actor, input }) => sequenceState(db, actor, input)),
  route(sequenceCalls.set, async ({ db, actor, input }) =>
    changing(db, actor, sequenceKind, String(input.fieldId), () => setSequence(db, actor, input)),
  ),
];
