import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { manageMessages } from '#shared/i18n/cn-manage.ts';
import { pageMessages } from '#shared/i18n/cn-pages.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';

/** Where pages say how they are loaded; `pages.test.ts` checks which come with the words of administration. */
const registries = /^web\/modules\/(?:.*\/)?pages\.ts$/;
/** Folders of which only pages of administration load anything but the registry. */
const isOfManage = (path: string): boolean =>
  registries.test(path) ||
  /^web\/(?:modules\/(?:admin\/(?:roles|staff|templates)\/|crm\/customers\/(?:pool-rules|settings)\/)|record\/templates\/|ui\/setting-changes\/)/.test(
    path,
  );
const files = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));

const usesIn = (paths: readonly string[], keys: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return keys.filter((key) => text.includes(`'${key}'`)).map((key) => `${path} ${key}`);
  });

it('pages use no server-only message: their bundles do not contain it', () => {
  const ofServer = Object.keys(cn).filter((key) => !(key in pageMessages) && !(key in manageMessages));
  expect(ofServer.length).toBeGreaterThan(20);
  expect(files.length).toBeGreaterThan(100);
  expect(usesIn(files, ofServer)).toEqual([]);
});

it('only what pages of administration load uses their messages', () => {
  const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
  const importersOf = (path: string) => {
    const names = [`'#${path}'`, `'./${basename(path)}'`];
    return files.filter(
      (other) =>
        texts.get(other)?.includes(names[0] ?? '') === true ||
        (dirname(other) === dirname(path) && texts.get(other)?.includes(names[1] ?? '') === true),
    );
  };
  const keys = Object.keys(manageMessages);
  const reached = new Set(files.filter((path) => keys.some((key) => texts.get(path)?.includes(`'${key}'`))));
  expect(reached.size).toBeGreaterThan(20);
  // a registry that names such a part loads it with the words
  for (const path of reached) if (!registries.test(path)) for (const other of importersOf(path)) reached.add(other);
  expect([...reached].filter((path) => !isOfManage(path))).toEqual([]);
});

it('no message has two texts', () => {
  expect(Object.keys(manageMessages).filter((key) => key in pageMessages)).toEqual([]);
  expect(Object.keys(en).toSorted()).toEqual(Object.keys(cn).toSorted());
});
