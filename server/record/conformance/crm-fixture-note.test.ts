import { everyRelationOf } from '#server/testing/suites/every-relation.ts';
import { fixtureChild, fixtureNote, fixtureParent } from '#server/testing/fixtures/types.ts';

everyRelationOf(fixtureNote.type, [fixtureParent, fixtureChild, fixtureNote]);
