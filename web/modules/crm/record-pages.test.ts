import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { recordPages, recordPath } from '#web/modules/crm/record-pages.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { recordTypes } from '#shared/record-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Every declared type, with or without a page. */
async function declaredTypes(): Promise<RecordType[]> {
  const modules = await Promise.all(globSync('shared/crm/**/*-type.ts').map((path) => import(resolve(path))));
  return modules.flatMap((module: object) => Object.values(module).filter(isType));
}

const isType = (value: unknown): value is RecordType =>
  typeof value === 'object' && value !== null && 'table' in value && 'titleField' in value;

it('every declared record type belongs to the product', async () => {
  const names = (await declaredTypes()).map(({ name }) => name);
  expect(recordTypes.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('every record type of CRM has a page, which links to its records open', async () => {
  const names = (await declaredTypes()).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(3);
  expect(names.filter((name) => recordPath(name, 7) === null)).toEqual([]);
  expect(recordPath('crm_customer', 7)).toBe('/crm/customer?rowId=7');
  expect(recordPath('crm_nothing', 7)).toBeNull();
});

it('every record type of CRM has its messages on the dashboard, in both languages', async () => {
  const keys = (await declaredTypes()).map(({ name }) => `workbench.new.${name}`);
  expect(keys.filter((key) => !Object.hasOwn(cn, key) || !Object.hasOwn(en, key))).toEqual([]);
});

it('no two pages have the same address', () => {
  expect(new Set(recordPages.map(({ path }) => path)).size).toBe(recordPages.length);
});
