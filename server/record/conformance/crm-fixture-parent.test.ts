import { everyFieldOf } from '#server/testing/every-field.ts';
import { everyVerbOf } from '#server/testing/every-verb.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixture-type.ts';

const types = [fixtureParent, fixtureChild];
everyFieldOf(fixtureParent.type, types);
everyVerbOf(fixtureParent.type, types);
