import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm } from '#web/ui/feedback.tsx';

/** Whether unsaved input may be discarded. */
export const confirmLeaving = (): Promise<boolean> =>
  confirm({
    title: textOf('form.leave'),
    okText: textOf('form.discard'),
    cancelText: textOf('form.keep_editing'),
    isDangerous: true,
  });

/**
 * Asks before unsaved changes are lost by a link, by Back, by closing a form whose state is in the address, or with the
 * tab. Returns a function to leave without being asked, for after the save.
 */
export function useUnsavedChanges(hasChanges: boolean): () => void {
  const isReleased = useRef(false);
  const blocker = useBlocker(() => hasChanges && !isReleased.current);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeaving().then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  return () => {
    isReleased.current = true;
  };
}
