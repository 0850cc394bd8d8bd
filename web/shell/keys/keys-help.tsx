import { useState } from 'react';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';

const KeysDialog = lazyOverlay(() => import('#web/shell/keys/keys-dialog.tsx'), 'KeysDialog');

/** Opens the list of keys on `?`. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true), { isOn: !isOpen });
  return isOpen && <KeysDialog onClose={() => setOpen(false)} />;
}
