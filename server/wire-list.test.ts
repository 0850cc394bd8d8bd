import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
const named = new Set(
  read('calls.txt')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? ''),
);
const rows = read('wire.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'));
const ours = rows.flatMap((line) =>
  [...(line.split(' | ')[0] ?? '').matchAll(/`([\w/]+)`/g)].map((match) => match[1] ?? ''),
);

let company: Company;
let paths: Set<string>;
beforeAll(async () => {
  company = await openCompany();
  paths = new Set(company.application.routes.map((route) => route.endpoint.path));
});
afterAll(() => company.close());

it('lists every call in docs/calls.txt or docs/wire.md', () => {
  expect([...paths].filter((path) => !named.has(path) && !ours.includes(path))).toEqual([]);
  expect(paths.size).toBeGreaterThan(80);
});

it('lists no call in docs/wire.md that docs/calls.txt names, that comes twice or that does not exist', () => {
  expect(ours.filter((path) => named.has(path))).toEqual([]);
  expect(ours.filter((path, index) => ours.indexOf(path) !== index)).toEqual([]);
  expect(ours.filter((path) => !paths.has(path))).toEqual([]);
});
