import { conforms } from '#server/testing/suites/conforms.ts';
import { bareTypes, fixtureBare } from '#server/testing/fixtures/bare.ts';

conforms(fixtureBare.type, bareTypes);
