import { conforms } from '#server/testing/suites/conforms.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';

conforms(fixtureParent.type, [fixtureParent, fixtureChild]);
