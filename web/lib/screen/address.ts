import { useSearchParams, type NavigateOptions } from 'react-router';
import { useLatest } from '#web/lib/screen/still.ts';

/** Changes the address: from what it says at that moment to what is returned. */
export type ChangeAddress = (change: (now: URLSearchParams) => URLSearchParams, how?: NavigateOptions) => void;

/**
 * What the address says after `?`, and changing it; the function never changes itself. A change starts from the address,
 * not from what is shown: that may be a change behind, where it is not drawn at once, and would take it back.
 */
export function useAddress(): readonly [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const change = useLatest<Parameters<ChangeAddress>, void>((next, how) =>
    setParams(() => next(new URLSearchParams(location.search)), how),
  );
  return [params, change];
}
