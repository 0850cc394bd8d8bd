import { EllipsisOutlined } from '@ant-design/icons';
import { Tabs as PlainTabs, type TabsProps } from 'antd';
import type { MouseEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';

const tabIn = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="tab"]') : null;

/** The menu of tabs that do not fit is not a tab itself, so only the tabs are the list (WCAG 1.3.1). */
function nameList(frame: HTMLElement | null): void {
  const whole = frame?.querySelector('.ant-tabs-nav[role="tablist"]');
  const list = whole?.querySelector('.ant-tabs-nav-list');
  if (!whole || !list) return;
  whole.removeAttribute('role');
  whole.removeAttribute('aria-orientation');
  list.setAttribute('role', 'tablist');
}

/**
 * Tabs that stay under the finger: one at the edge that is focused while it is pressed down scrolls into view, away from
 * under the finger, and the press is lost. It gets the focus with the click.
 */
export const Tabs = (props: TabsProps) => {
  const text = useText();
  return (
    <div
      ref={nameList}
      role="presentation"
      style={{ display: 'contents' }}
      onMouseDown={(event) => {
        if (tabIn(event)) event.preventDefault();
      }}
      onClickCapture={(event) => {
        const tab = tabIn(event);
        if (!tab) return;
        tab.focus({ preventScroll: true });
        // the row moves the tab into view by itself: what has scrolled it besides would move it out again
        requestAnimationFrame(() => {
          tab.closest('.ant-tabs-nav-wrap')?.scrollTo({ left: 0, behavior: 'instant' });
          tab.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        });
      }}
    >
      <PlainTabs more={{ icon: <EllipsisOutlined aria-label={text('list.more')} /> }} {...props} />
    </div>
  );
};
