import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import '#server/app.ts';
import { recordModules } from '#server/record/registry.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';

const types = recordModules().map(({ type }) => [type.name, type] as const);

describe.each(types)('%s', (name, type) => {
  it('has its file beside this one, where its fields and verbs are tried', () => {
    const file = new URL(`./${name.replaceAll('_', '-')}.test.ts`, import.meta.url);
    expect(existsSync(file), file.pathname).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect([...text.matchAll(/^(every(?:Field|Verb)Of)\(/gm)].map(([, suite]) => suite)).toEqual([
      'everyFieldOf',
      'everyVerbOf',
    ]);
  });

  it('has a label for the type, its list and each of its fields', () => {
    const fields = [...type.fields, ...type.systemColumns].map(({ fieldName }) => `${type.name}.${fieldName}`);
    const keys = [type.name, `${type.name}.list`, ...fields];
    expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
  });
});
