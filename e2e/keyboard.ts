import type { Page } from 'playwright-core';

/** A place where the focus stopped, as it is named to the user. */
export interface Stop {
  readonly name: string;
  /** Its beginning, for messages. */
  readonly html: string;
  /** The landmark or dialog around it. */
  readonly region: string;
  /** Something about it looks different from before. */
  readonly isSeen: boolean;
}

export interface Tour {
  readonly stops: readonly Stop[];
  /** What a mouse can press and no key reaches. */
  readonly missed: readonly string[];
  /** The keys came back to where they began. */
  readonly isClosed: boolean;
}

const mostStops = 300;

/**
 * Kept in the page: which controls were reached, and how the focused one looks. A control is reached if the focus stopped
 * at it, or at another of its group (tabs, radio buttons, a menu, a grid, a cell of a sheet), where the arrows go on, or if it
 * names its own keys.
 */
const guide = `(() => {
  const controls = 'a[href],button,input,select,textarea,summary,[tabindex],[role=button],[role=link],[role=tab],[role=checkbox],' +
    '[role=switch],[role=combobox],[role=option],[role=menuitem],[role=radio],[role=slider],[role=spinbutton],[role=treeitem]';
  const groups = '[role=tablist],[role=radiogroup],[role=menu],[role=listbox],[role=tree],[role=grid],[data-cell],.ant-radio-group,.ant-segmented,.ant-input-number';
  const reached = new Set();
  const isShown = (one) => one.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && one.getClientRects().length > 0;
  const isOff = (one) => one.matches(':disabled,[aria-disabled=true]') || one.closest('[inert],[aria-hidden=true]') !== null;
  const nameOf = (one) => (one.getAttribute('aria-label') ?? one.getAttribute('title') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim().slice(0, 40) || one.outerHTML.slice(0, 120);
  const around = (one) => {
    const near = [];
    for (let up = one, level = 0; up && level < 5; up = up.parentElement, level += 1) near.push(up);
    return [...near, ...(one.parentElement?.children ?? []), ...[...one.querySelectorAll('*')].slice(0, 8)];
  };
  const look = (ones) => ones.map((one) => [null, '::before', '::after'].map((part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one, part);
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, part === null ? borderColor : ''].join();
  }).join('|')).join('\\n');
  /** How everything looks without the focus. */
  const before = new Map();
  const lookOf = (one) => look(around(one));
  const lookWithout = (one) => {
    one.blur();
    const found = lookOf(one);
    one.focus({ focusVisible: true });
    return found;
  };
  return {
    begin(isOnPage) {
      if (isOnPage) {
        // the keys go on from where the focus was last: now from the beginning of the page
        const start = document.createElement('span');
        start.tabIndex = -1;
        document.body.prepend(start);
        start.focus();
        start.remove();
      }
      for (const one of document.querySelectorAll(controls)) if (one !== document.activeElement) before.set(one, lookOf(one));
    },
    stop() {
      const one = document.activeElement;
      const isBody = !one || one === document.body || one === document.documentElement;
      if (isBody) return { isBody };
      const isAgain = reached.has(one);
      reached.add(one);
      return {
        isBody, isAgain,
        isSeen: lookOf(one) !== (before.get(one) ?? lookWithout(one)),
        name: nameOf(one),
        html: one.outerHTML.slice(0, 200),
        region: (one.closest('[role=dialog]:not([aria-modal=false])') ?? one.closest('main') ?? one.closest('header,nav,footer') ?? document.body).tagName.toLowerCase(),
      };
    },
    missed(within) {
      const root = (within && [...document.querySelectorAll(within)].filter(isShown).at(-1)) || document.body;
      const groupsReached = new Set([...reached].map((one) => one.closest(groups)).filter(Boolean));
      const isReached = (one) => reached.has(one) || one.closest('[aria-keyshortcuts]') !== null || groupsReached.has(one.closest(groups)) ||
        // what was drawn again meanwhile is another element of the same name
        [...reached].some((two) => two.contains(one) || one.contains(two) || (!two.isConnected && nameOf(two) === nameOf(one)));
      const found = [...root.querySelectorAll(controls)].filter((one) => isShown(one) && !isOff(one) && one.tabIndex >= 0 && !isReached(one));
      // what only shows a hand: its control may be around it, in it, or its label
      const hands = [...root.querySelectorAll('*')].filter((one) =>
        isShown(one) && !isOff(one) && getComputedStyle(one).cursor === 'pointer' &&
        getComputedStyle(one.parentElement ?? one).cursor !== 'pointer' && !one.closest('label') && !isReached(one));
      return [...new Set([...found, ...hands].map((one) => nameOf(one) + ' ' + one.outerHTML.slice(0, 120)))];
    },
  };
})()`;

type At = { readonly isBody: true } | ({ readonly isBody: false; readonly isAgain: boolean } & Stop);

/** Presses Tab until the focus comes back, and says where it stopped; within an open dialog, if its selector is given. */
export async function tourOf(page: Page, within = ''): Promise<Tour> {
  await page.evaluate(`window.keyboardGuide = ${guide}; keyboardGuide.begin(${within === ''})`);
  const missedNow = () => page.evaluate<string[]>(`keyboardGuide.missed(${JSON.stringify(within)})`);
  const stops: Stop[] = [];
  let isClosed = false;
  // what is drawn anew under the focus sends it back to the beginning: a second round goes past that
  for (let again = 0; again <= stops.length && stops.length < mostStops;) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate<At>('keyboardGuide.stop()');
    // the browser's own controls come between the end of the page and its beginning
    if (at.isBody) continue;
    isClosed = at.isAgain;
    again = isClosed ? again + 1 : 0;
    if (!isClosed) stops.push(at);
    else if (again === 1 && (await missedNow()).length === 0) break;
  }
  return { stops, missed: await missedNow(), isClosed };
}
