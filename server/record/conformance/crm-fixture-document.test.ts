import { conforms } from '#server/testing/suites/conforms.ts';
import { documentTypes, fixtureDocument } from '#server/testing/fixtures/document.ts';

conforms(fixtureDocument.type, documentTypes);
