import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settled } from './page.ts';

/** WCAG 2.2 AA (R25.11). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Serious violations on the current page. */
export const seriousFaults = (page: Page, within?: string): Promise<string[]> =>
  faults(page, { type: 'tag', values: tags }, within);

/** Those of a page that has changed its colours alone. */
export const faultsOfColour = (page: Page, within?: string): Promise<string[]> =>
  faults(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, within);

type Rules = { type: 'tag' | 'rule'; values: string[] };

async function faults(page: Page, runOnly: Rules, within?: string): Promise<string[]> {
  // during a fade, everything has too little contrast
  await settled(page);
  const builder = new AxeBuilder({ page });
  if (within !== undefined) builder.include(within);
  const { violations } = await builder
    // passing rules need neither descriptions nor a report page: half the work
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''} at ${nodes[0]?.target.join(' ') ?? ''}`);
}
