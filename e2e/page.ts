import type { Locator, Page } from 'playwright-core';

/** The button of exactly this name. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** The dialog on top. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

/** How wide the page is in CSS pixels; more than its window when something sticks out. */
export const pageWidth = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');

/** Turns the language to English. */
export async function inEnglish(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /中\/En|English/ })
    .first()
    .click();
  await page.locator('html[lang="en"]').waitFor();
}

/** The names in a list, which open the rows; beside them are links that ring. */
export const titles = (page: Page) => page.locator('tbody a:not([href^="tel:"])');
