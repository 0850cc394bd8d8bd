import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import '#server/app.ts';
import { recordModules } from '#server/record/registry.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import { stateColumns } from '#shared/record/states/state.ts';

const types = recordModules().map(({ type }) => [type.name, type] as const);

describe.each(types)('%s', (name, type) => {
  it('has its file beside this one, where it is held to all that types are held to', () => {
    const file = new URL(`./${name.replaceAll('_', '-')}.test.ts`, import.meta.url);
    expect(existsSync(file), file.pathname).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^conforms\(\w+\);$/m);
  });

  it('has a label for the type, its list and each of its fields', () => {
    const fields = [...type.fields, ...type.systemColumns].map(({ fieldName }) => `${type.name}.${fieldName}`);
    const keys = [type.name, `${type.name}.list`, ...fields];
    expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
  });

  it('has a label for each list column of its states', () => {
    const shown = stateColumns(type).filter(({ isOnRowsOnly }) => !isOnRowsOnly);
    const keys = shown.map(({ fieldName }) => `${name}.${fieldName}`);
    expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
  });
});
