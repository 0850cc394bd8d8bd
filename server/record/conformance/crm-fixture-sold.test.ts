import { conforms } from '#server/testing/suites/conforms.ts';
import { bareTypes, fixtureSold } from '#server/testing/fixtures/bare.ts';

conforms(fixtureSold.type, bareTypes);
