import type { Locator, Page } from 'playwright-core';
import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

// What tests of the designer of forms press and read, in Chinese.

type Kind = 'text' | 'select' | 'date' | 'floatnumber' | 'rollup' | 'section';

/** The fields and sections of the form, in their order. */
export const formRows = (page: Page): Locator =>
  page.getByRole('list', { name: cn['designer.form'] }).locator(':scope > li');

/** What they are called. */
export const formNames = (page: Page): Promise<string[]> =>
  formRows(page).locator('button[aria-pressed] > span:first-child').allTextContents();

/** A type of fields in the library, or a section. */
export const libraryItem = (page: Page, kind: Kind): Locator =>
  page
    .getByRole('list', { name: cn['designer.library'] })
    .getByRole('button', { name: cn[`designer.type.${kind}` satisfies MessageKey], exact: true });
