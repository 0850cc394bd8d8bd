import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { keepsToRights } from './suites/access.ts';
import { answersItsExample } from './suites/answers.ts';
import { takesNoForeignValues } from './suites/foreign-values.ts';
import { takesOlderClients } from './suites/older-client.ts';
import { bindsParameters } from './suites/parameters.ts';
import { keepsSecrets } from './suites/secrets.ts';

// All that a document has by its declaration alone: no call of it has an example of its own.

const shard = { number: 1, of: 1, type: documentType, types: documentTypes };

answersItsExample(shard);
keepsSecrets(shard);
takesNoForeignValues(shard);
bindsParameters(shard);
takesOlderClients(shard);
keepsToRights(shard);
