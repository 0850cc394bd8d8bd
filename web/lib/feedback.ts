/**
 * Lets code without a component report something to the user. The page registers its toasts and dialogs
 * (web/ui/feedback.tsx); without a page nothing is shown.
 */
type Announce = (text: string) => void;
let announce: Announce | null = null;

export const announceError: Announce = (text) => announce?.(text);

export function onError(handle: Announce): () => void {
  announce = handle;
  return () => {
    if (announce === handle) announce = null;
  };
}
