import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { afterQuiet } from '#web/lib/screen/after-quiet.ts';

/** Milliseconds between attempts to load a part of the program. */
const pauses = [300, 1000, 3000];
const reloadMark = 'chunk-reload';
const failed = new Set<() => void>();
/** A reload within this time was ours and did not help, in milliseconds. */
const reloadPeriod = 60_000;

/**
 * A page that loads when it is first shown: `lazyPage(() => import('#web/modules/x/y-page.tsx'), 'YPage')`. A chunk
 * that does not load is requested again; then the page is reloaded once, because an update removes old chunks. A
 * failure after that stays until `retryFailedPages`. What has loaded before it is shown comes with the press that shows it.
 */
export function lazyPage<N extends string, P extends object>(load: Load<N, P>, name: N): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let part = prepare();
  function prepare(): ComponentType<P> {
    return lazy<ComponentType<P>>(async () => {
      try {
        loaded = (await persistently(load))[name];
        return { default: loaded };
      } catch (error) {
        // React keeps a failure forever, and asks once more before it shows it: no reason to start again
        failed.add(() => (part = prepare()));
        throw error;
      }
    });
  }
  const LazyPage = (props: P) => {
    // one that waited stays what it is. React would wait for a moment before it shows a loaded one by itself
    const [Part] = useState<ComponentType<P>>(() => loaded ?? part);
    return <Part {...props} />;
  };
  const preload = async () => {
    loaded = (await load())[name];
  };
  // a failure is ignored: showing it tries again
  return Object.assign(LazyPage, { preload: () => void preload().catch(() => undefined) });
}

type Load<N extends string, P extends object> = () => Promise<{ readonly [K in N]: ComponentType<P> }>;

/**
 * An overlay that is loaded separately from its page: nothing is shown until it is loaded. `usePreload` in the page
 * prefetches it, so that it opens at once.
 */
export function lazyOverlay<N extends string, P extends object>(load: Load<N, P>, name: N): LazyPart<P> {
  const Part = lazyPage(load, name);
  const Overlay = (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(Overlay, { preload: Part.preload });
}

export type LazyPart<P> = ComponentType<P> & { readonly preload: () => void };

/** Prefetches overlays once the page has its own content, and has rested for a while. */
export function usePreload(overlays: readonly { readonly preload: () => void }[], isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    return afterQuiet(
      () => document.querySelector('[aria-busy=true]') !== null,
      () => overlays.forEach(({ preload }) => preload()),
    );
  }, [overlays, isShown]);
}

/** Pages that failed to load are retried when they are shown again. */
export function retryFailedPages(): void {
  for (const begin of failed) begin();
  failed.clear();
}

/** As `lazyPage`, for other late imports. */
export async function persistently<M>(load: () => Promise<M>): Promise<M> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  try {
    return await load();
  } catch (error) {
    if (!mayReload()) throw error;
    location.reload();
    return new Promise(() => undefined);
  }
}

function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadMark) ?? 0);
  if (Date.now() - last < reloadPeriod) return false;
  sessionStorage.setItem(reloadMark, String(Date.now()));
  return true;
}
