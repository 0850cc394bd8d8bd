import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageMessages } from '#shared/i18n/cn-pages.ts';
import { cn } from '#shared/i18n/cn.ts';

it('pages use no server-only message: their bundles do not contain it', () => {
  const ofServer = Object.keys(cn).filter((key) => !(key in pageMessages));
  expect(ofServer.length).toBeGreaterThan(20);
  const files = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));
  expect(files.length).toBeGreaterThan(100);
  const used = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return ofServer.filter((key) => text.includes(`'${key}'`)).map((key) => `${path} ${key}`);
  });
  expect(used).toEqual([]);
});
