import { keepsToRights } from './suites/access.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

keepsToRights({ number: 1, of: 1 });
