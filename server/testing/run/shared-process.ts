/** A setup file for tests that share a process: refuses a file that leaves something changed for those after it. */
import pg from 'pg';
import { afterAll, expect, vi } from 'vitest';
import { serverTypes } from '#server/record/field-types/server-types.ts';
import { recordModules } from '#server/record/registry.ts';
import { fieldTypes } from '#shared/record/field-types.ts';
import { formTypeCodes, formTypes } from '#shared/record/field.ts';

const sharedState = (): Record<string, unknown> => ({
  fieldTypes: [Object.keys(formTypeCodes), [...formTypes], Object.keys(fieldTypes), Object.keys(serverTypes)],
  // the product's types are registered when a file first needs them
  fixtures: recordModules().filter(({ type }) => type.name.includes('fixture')),
  // libraries in C set some of their own
  environment: Object.entries(process.env).filter(([name]) =>
    /^(PATH|NODE_|PG|JIANYE_|DATABASE_|DATA_|TRUST_|PORT)/.test(name),
  ),
  isClockFake: vi.isFakeTimers(),
  replaced: [setInterval, setTimeout, fetch, Reflect.get(pg.Client.prototype, 'query')].map((one) =>
    vi.isMockFunction(one),
  ),
});

const before = sharedState();
afterAll(() => {
  const found = 'the file changes what all files of a process share; let it begin with a comment `// own process: …`';
  expect(sharedState(), found).toEqual(before);
});
