/**
 * What lies over a page, the newest last. As many entries of the history as there are overlays stand above that of the
 * page, each with its height; the address does not change, so the router hears nothing of them.
 */
const overlays: (() => void)[] = [];
/** Answers the question that is asked above all of them. */
let refuse: (() => void) | null = null;
/** Steps of ours whose events are still to come. */
let ownSteps = 0;
let isBackwards = false;
/** Whether the last step went to another address, which the router has to hear of. */
let isElsewhere = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Back calls `close`, which may ask first; the answer takes it from among what is open. */
export function backCloses(close: () => void): () => void {
  overlays.push(close);
  adjustSoon();
  return () => {
    overlays.splice(overlays.indexOf(close), 1);
    adjustSoon();
  };
}

/** Back refuses a question first, as long as something that it closes lies below. */
export function backRefuses(answer: () => void): () => void {
  refuse = answer;
  return () => {
    if (refuse === answer) refuse = null;
  };
}

const heightOf = (state: unknown): number => (state as { readonly overlays?: number } | null)?.overlays ?? 0;

/** Not at once: what closes may open the next, and what is mounted twice at its start is one. */
function adjustSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (ownSteps > 0) return;
    // a link that closed it has an entry of its own, without a height
    const height = heightOf(history.state);
    for (let at = height + 1; at <= overlays.length; at += 1)
      history.pushState({ ...(history.state as object | null), overlays: at }, '');
    if (height > overlays.length) step(overlays.length - height);
  });
}

function step(by: number): void {
  ownSteps += 1;
  history.go(by);
}

function handle(event: PopStateEvent): void {
  const height = heightOf(event.state);
  if (ownSteps > 0) {
    ownSteps -= 1;
    event.stopImmediatePropagation();
    adjustSoon();
  } else if (height < overlays.length) {
    if (!isElsewhere) event.stopImmediatePropagation();
    if (refuse) refuse();
    else overlays.at(-1)?.();
    // one that is still open has its entry again
    adjustSoon();
  } else if (overlays.length === 0 && height > 0 && isBackwards) {
    // left by a link: the page is below
    step(-height);
  }
}

interface HistoryEntry {
  readonly index: number;
  readonly url: string | null;
}

interface EntryChange extends Event {
  readonly from: HistoryEntry;
}

interface Navigation extends EventTarget {
  readonly currentEntry: HistoryEntry | null;
}

let isListening = false;

/**
 * Hears of Back from here on. Call before the router does: listeners of the window are asked in the order in which they came,
 * and a router with unsaved changes on its page reloads it at a step that is none.
 */
export function watchBack(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', handle, true);
  // older browsers do not say which way one goes: Back then rests once more on the page
  const { navigation } = globalThis as { readonly navigation?: Navigation };
  navigation?.addEventListener('currententrychange', (event) => {
    const { currentEntry } = navigation;
    const { from } = event as EntryChange;
    isBackwards = (currentEntry?.index ?? 0) < from.index;
    isElsewhere = currentEntry?.url !== from.url;
  });
}
