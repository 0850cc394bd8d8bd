import type { Locator, Page } from 'playwright-core';
import type { Product } from './product.ts';

export const form = (page: Page): Locator => page.getByRole('dialog').first();
export const field = (page: Page, name: string): Locator => form(page).locator(`[data-field="${name}"]`);
export const input = (page: Page, name: string): Locator => field(page, name).locator('input').last();
/** The content next to the form. */
export const panel = (page: Page): Locator => form(page).getByRole('complementary');

/** Opens the form of a new record on the page of its type. */
export async function openForm(product: Product, page: Page, path: string): Promise<void> {
  await product.visit(page, `${path}?create=1`);
  await form(page).locator('form').waitFor();
}
