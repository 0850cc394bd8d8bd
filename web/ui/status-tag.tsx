import type { ReactNode } from 'react';
import { Chip } from '#web/ui/values/chip.tsx';

export type StatusTone = 'success' | 'warning' | 'danger' | 'neutral' | 'primary';

const hues = { success: 'green', warning: 'amber', danger: 'red', neutral: 'slate', primary: 'blue' } as const;

/** A short status of a record or person: the words carry the meaning, the colour supports it. */
export const StatusTag = ({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) => (
  <Chip hue={hues[tone]}>{children}</Chip>
);
