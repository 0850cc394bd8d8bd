import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Milliseconds between the tries to load a part of the program. */
const pauses = [300, 1000, 3000];
const reloadMark = 'chunk-reload';
const failed = new Set<() => void>();
/** A reload within this time was ours and did not help, in milliseconds. */
const reloadPeriod = 60_000;

/**
 * A page that loads when it is first shown: `lazyPage(() => import('#web/modules/x/y-page.tsx'), 'YPage')`. A part that
 * does not load is asked for again; then the page is loaded afresh once, since after an update the old parts are gone.
 * What fails even so stays so until `retryFailedPages`.
 */
export function lazyPage<N extends string, M extends { readonly [K in N]: ComponentType }>(
  load: () => Promise<M>,
  name: N,
): ComponentType {
  let part = prepare();
  function prepare(): LazyExoticComponent<ComponentType> {
    return lazy(async () => {
      try {
        return { default: (await persistently(load))[name] };
      } catch (error) {
        // React keeps a failure for good, and asks once more before it shows it: not the moment to begin anew
        failed.add(() => (part = prepare()));
        throw error;
      }
    });
  }
  return function LazyPage() {
    const Part = part;
    return <Part />;
  };
}

/** Pages that could not be loaded are tried anew when they are shown again. */
export function retryFailedPages(): void {
  for (const begin of failed) begin();
  failed.clear();
}

/** As `lazyPage`, for anything else that is imported late. */
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
