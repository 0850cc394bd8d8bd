import { answersItsExample } from './suites/answers.ts';
import { takesNoForeignValues } from './suites/foreign-values.ts';
import { takesOlderClients } from './suites/older-client.ts';
import { bindsParameters } from './suites/parameters.ts';
import { keepsSecrets } from './suites/secrets.ts';
import { writesOnlyWhileAllowed } from './suites/standing.ts';

// A part of the route table: a call that is added later is covered the day it is added.

const shard = { number: 4, of: 4 };

answersItsExample(shard);
keepsSecrets(shard);
takesNoForeignValues(shard);
bindsParameters(shard);
takesOlderClients(shard);
writesOnlyWhileAllowed(shard);
