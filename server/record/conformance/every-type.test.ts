import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApplication } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log/log.ts';
import { recordModules } from '#server/record/registry.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import { stateColumns } from '#shared/record/states/state.ts';

/** Every right that some call takes. */
const asked = new Set<string>();
beforeAll(async () => {
  // connects to nothing before it is asked to
  const databaseUrl = 'postgresql://nobody@localhost/none';
  const application = await openApplication({ config: loadConfig({}), log: openLog('silent'), databaseUrl });
  for (const { endpoint } of application.routes) for (const one of [endpoint.access].flat()) asked.add(one);
  await application.close();
});

const types = recordModules().map(({ type }) => [type.name, type] as const);

describe.each(types)('%s', (name, type) => {
  it('has its own test file here with all suites for types', () => {
    const file = new URL(`./${name.replaceAll('_', '-')}.test.ts`, import.meta.url);
    expect(existsSync(file), file.pathname).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^conforms\(\w+\);$/m);
  });

  it('has a label for the type, its list and each of its fields', () => {
    const fields = [...type.fields, ...type.systemColumns].map(({ fieldName }) => `${type.name}.${fieldName}`);
    const keys = [type.name, `${type.name}.list`, ...fields];
    expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
  });

  it('has no key in its module of the permission tree that no call asks for', () => {
    const keys = menuRows.flatMap(({ permission }): string[] => (permission ? [permission] : []));
    const own = keys.filter((key) => key.startsWith(`${type.area}:${type.module}:`));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((key) => !asked.has(key))).toEqual([]);
  });

  it('has a label for each list column of its states', () => {
    const shown = stateColumns(type).filter(({ isOnRowsOnly }) => !isOnRowsOnly);
    const keys = shown.map(({ fieldName }) => `${name}.${fieldName}`);
    expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
  });
});
