import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { manageMessages } from '#shared/i18n/cn-manage.ts';
import { pageMessages } from '#shared/i18n/cn-pages.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';

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

/** What a file imports, at once or later, types apart; what comes with the words of administration is another entrance. */
const importsOf = (path: string): string[] => {
  const program = readFileSync(path, 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  const text = program.replaceAll(/(?:managePage|withManageWords)\(\s*\(\) => import\('[^']+'\)/g, '');
  return [...text.matchAll(/(?:from|import\()\s*'(#web\/|\.\.?\/)([^']+\.tsx?)'/g)]
    .map(([, start = '', rest = '']) => (start === '#web/' ? `web/${rest}` : join(dirname(path), start, rest)))
    .filter((imported) => files.includes(imported));
};

it('only what pages of administration load uses their messages', () => {
  const reached = new Set(['web/main.tsx']);
  for (const path of reached) for (const imported of importsOf(path)) reached.add(imported);
  expect(reached.size).toBeGreaterThan(400);
  const apart = files.filter((path) => !reached.has(path));
  expect(apart.length).toBeGreaterThan(20);
  // what a page is for is shown by the page
  const keys = Object.keys(manageMessages).filter((key) => !key.startsWith('help.'));
  expect(usesIn([...reached], keys)).toEqual([]);
});

it('no message has two texts', () => {
  expect(Object.keys(manageMessages).filter((key) => key in pageMessages)).toEqual([]);
  expect(Object.keys(en).toSorted()).toEqual(Object.keys(cn).toSorted());
});
