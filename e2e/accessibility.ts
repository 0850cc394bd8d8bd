import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settled } from './page.ts';

/** WCAG 2.2 AA (R25.11). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Serious violations on the current page. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // during a fade, everything has too little contrast
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    // passing rules need neither descriptions nor a report page: half the work
    .options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`);
}
