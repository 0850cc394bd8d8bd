import { useEffect, useEffectEvent } from 'react';
import { backCloses } from '#web/ui/sheet/open-overlays.ts';

/** Back closes what is open instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? backCloses(() => close()) : undefined), [isOpen]);
}
