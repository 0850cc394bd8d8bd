import { Tabs as PlainTabs, type TabsProps } from 'antd';
import type { MouseEvent } from 'react';

const tabIn = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="tab"]') : null;

/**
 * Tabs that stay under the finger: one at the edge that is focused while it is pressed down scrolls into view, away from
 * under the finger, and the press is lost. It gets the focus with the click.
 */
export const Tabs = (props: TabsProps) => (
  <div
    role="presentation"
    style={{ display: 'contents' }}
    onMouseDown={(event) => {
      if (tabIn(event)) event.preventDefault();
    }}
    onClick={(event) => tabIn(event)?.focus()}
  >
    <PlainTabs {...props} />
  </div>
);
