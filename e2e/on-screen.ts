import type { Page } from 'playwright-core';

/** What stands over a page, and what is wrong with it for a finger. */
export interface OverPage {
  readonly open: number;
  readonly faults: string[];
}

/** Of 44 pixels in height, less the border of a field; a link in a text is as high as its line (WCAG 2.5.8). */
const smallestTarget = 42;

/**
 * Everything open is within the window, dialogs stand on its lower edge, each control can be scrolled to and is large enough for a finger. Boxes that are a
 * control's label count with it, since both can be pressed.
 */
export const overPage = (page: Page): Promise<OverPage> =>
  page.evaluate(`(() => {
    const width = innerWidth, height = innerHeight;
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getClientRects().length > 0;
    const named = (one) => (one.getAttribute('aria-label') || one.textContent || one.placeholder || one.className).trim().slice(0, 24);
    const scrolls = (one, way) => {
      for (let at = one; at && at !== document.body; at = at.parentElement) {
        // tabs that do not fit are swiped
        if (way === 'x' && at.matches('.ant-tabs-nav-wrap')) return true;
        const overflow = getComputedStyle(at)[way === 'x' ? 'overflowX' : 'overflowY'];
        const isLonger = way === 'x' ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight;
        if (isLonger && ['auto', 'scroll'].includes(overflow)) return true;
      }
      return false;
    };
    const kinds = '[role=dialog], .ant-popover, .ant-dropdown, .ant-select-dropdown, .ant-drawer-content-wrapper';
    const controls = 'button, input:not([type=file]), textarea, a[href], [role=menuitem], [role=tab], [role=switch], [role=option]';
    const layers = [...document.querySelectorAll(kinds)].filter(seen);
    const faults = new Set();
    for (const layer of layers) {
      const { left, right, top, bottom } = layer.getBoundingClientRect();
      if (left < -0.5 || right > width + 0.5) faults.add('beside the screen: ' + named(layer));
      if ((top < -0.5 || bottom > height + 0.5) && !scrolls(layer, 'y')) faults.add('above or below: ' + named(layer));
      if (layer.matches('.ant-modal') && bottom < height - 1) faults.add('not from below: ' + named(layer));
      for (const control of [...layer.querySelectorAll(controls)].filter(seen)) {
        const hit = control.closest('label, .ant-tabs-tab, .ant-select-clear, .ant-input-affix-wrapper, .ant-select, .ant-input-number, .ant-picker, .ant-mentions') ?? control;
        const box = hit.getBoundingClientRect();
        const x = (box.left + box.right) / 2;
        const y = (box.top + box.bottom) / 2;
        if ((x < 0 || x > width) && !scrolls(control, 'x')) faults.add('beside: ' + named(control));
        if ((y < 0 || y > height) && !scrolls(control, 'y')) faults.add('out of reach: ' + named(control));
        const inText = getComputedStyle(hit).display === 'inline' || hit.matches('dd a');
        const inField = control !== hit && control.matches('button') ;
        if (!inText && !inField && box.height < ${smallestTarget}) faults.add('low: ' + named(control) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height) + ' ' + String(control.className).slice(0, 60));
      }
      for (const labelled of layer.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
          if (document.documentElement.lang.startsWith('zh') && /^[A-Z][a-z]+( [a-z]+)*$/.test(labelled.getAttribute(name) || '')) faults.add('in English: ' + labelled.getAttribute(name) + ' ' + labelled.outerHTML.slice(0, 120));
    }
    return { open: layers.length, faults: [...faults] };
  })()`);
