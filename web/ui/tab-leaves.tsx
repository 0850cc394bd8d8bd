import type { KeyboardEvent, ReactNode } from 'react';

/**
 * Around a multiple select: Tab leaves it unchanged. By default the component toggles the highlighted option, which is
 * the one just chosen.
 */
export const TabLeaves = ({ children }: { readonly children: ReactNode }) => (
  <div onKeyDownCapture={stopTab}>{children}</div>
);

const stopTab = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation();
};
