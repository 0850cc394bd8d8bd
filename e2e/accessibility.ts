import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settled } from './page.ts';

/** WCAG 2.2 AA (R25.11). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Serious violations on the current page, or in a part of it. */
export async function seriousFaults(page: Page, within?: string): Promise<string[]> {
  // during a fade, everything has too little contrast
  await settled(page);
  const builder = new AxeBuilder({ page });
  if (within !== undefined) builder.include(within);
  const { violations } = await builder
    // passing rules need neither descriptions nor a report page: half the work
    .options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => !any.some(isCutOff)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''} at ${nodes[0]?.target.join(' ') ?? ''}`);
}

/** A control that the edge of a list cuts off is scrolled to before it is pressed. */
const isCutOff = ({ id, data }: { id: string; data: { messageKey?: string } | null }): boolean =>
  id === 'target-size' && data?.messageKey === 'partiallyObscured';
