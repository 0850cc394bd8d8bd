import { everyFieldOf } from '#server/testing/every-field.ts';
import { everyVerbOf } from '#server/testing/every-verb.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixture-type.ts';

const types = [fixtureParent, fixtureChild];
everyFieldOf(fixtureChild.type, types);
everyVerbOf(fixtureChild.type, types);
